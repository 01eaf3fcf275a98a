/**
 * Names that say nothing about anybody, and names that are also words. An account that every machine has is not
 * replaced at all; a name that is a word of prose or of programming is replaced only where it stands as a name. A
 * catalogue: long, and free to grow.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Accounts, hosts and folders of images, services and tutorials. */
const NOBODY = words(`
  root user users admin administrator guest nobody daemon bin sys sync www www-data nginx apache http mail news uucp proxy
  backup list irc gnats systemd messagebus sshd ubuntu debian fedora centos alpine arch ec2-user azureuser opc core coder
  codespace vscode gitpod runner runneradmin circleci jenkins buildkite bitrise drone concourse teamcity builder
  build ci deploy deployer docker container podman kube node nodejs npm python rails java go golang rust php
  postgres postgresql mysql mariadb mongo mongodb redis oracle sa elastic rabbitmq kafka zookeeper hadoop spark airflow
  app apps application web webapp server service svc api dev developer developers devel demo test tester testing tests
  example sample foo bar baz qux me you self default public shared all everyone anonymous agent assistant 
  sandbox workspace workspaces work home linuxbrew homebrew vagrant pi raspberry localhost local localdomain broadcasthost
  host hostname machine computer laptop desktop pc mac macbook imac linux windows darwin unix wsl ip6-localhost
  username user-name your-name yourname your-username name username1 user1 user2 
  unknown none null undefined true false appuser nonroot oem lost+found
  copilot codex opencode cursoragent dependabot renovate github-actions pre-commit-ci swe-agent
`);

/** Agents are called like people, and people like agents. */
const AGENTS = words(`
  acp aider amazon amp anthropic antigravity augment auggie bolt claude cline codebuff codebuddy continue crush cursor devin
  droid factory forge gemini goose grok jules junie kilo kimi kiro llama lovable mistral ollama openai openhands pi plandex
  qwen replit roo sourcegraph tabnine trae vibe warp windsurf zed
`);

const PROSE = words(`
  able about account across action active actual add after again agent all also amber among an and angel any april are
  area art as ash ask at august autumn away back bad base basil be bear been before best better bill bird black
  blue bob body book both box brand brave brick bright brook brown buck bud build burn but buy by call can candy
  care carol case cash chance change chase chip chuck city clay clear click client cliff cloud code come common
  company contact cook cooper core could count country crystal daily daisy dale dash data date dawn day dean dear deep
  design dev diamond did do doc dog don door down draw drew drive duke each earl early east easy edge edit eve even
  event ever every fact fair faith far fast fern few field file fill find fine fire first fish five flag flora flow fly fold
  for form forest found fox frank free fresh friend from full fun game gene get gene gift ginger give glad glen go gold good
  grace grant gray great green grey group grow guide guy had hall hand happy hard harmony harper has have hawk hazel he
  head heath heather help her here high hill him his hold holly home honor hope host hot house how hunt hunter
  idea if in info into iris is isle issue it its ivory ivy jack jade jay jazz jean jet jewel job join 
  joy july june just justice keep key kid kind king kit know lab lake lance land lane large lark last
  late laurel law lead leaf learn leave lee left less let level lily line link lion list little live log long look lot love
  low luck lynn mac made mail main major make man manager many map marina mark market marsh mason max may me mean
  media meet mercy merit miles mill mind mine mint miss moon more most move much music must name near new news next
  nice nick night no noble none norm north not note nova now number of off office ok old olive on one only open or
  order other our out over own page paris park part pat path patience pay pearl penny people phoenix photo place
  plan play point poppy post prince project quick rain ray read ready real red reed rest rex rich river rob
  robin rock rod rose rowan ruby run rusty sage said same sandy save saw scout sea season see self send serve set
  shade she shop short show side sierra sky small smith so some song south spring stack star start state stay
  steel step sterling still stone store storm story street strong such sue summer sun sunny super sure swift system
  take talk team tell terra tex than that the their them then there these they thing think this those time tiny to today
  too top toy trace true tuck turn two type under up us use van vale very via view viola violet 
  wade walker want war ward was watch water way we web well west what when where which white who why wild will win winter
  with wolf wood woody word work world would wren write year yes young your zen zero zone 
`);

const PROGRAMMING = words(`
  access action actions admin alert alpha analytics android angular api app apps archive args array art article assets async
  auth auto backend base batch beta billing binary blog board body boot bot branch bridge browser bug build bundle button
  cache calendar call canvas card cart case chain channel chart chat check class clean cli click client clock cloud cluster
  code collection color command comment commit common component compose config connect console const container content
  context control controller cookie copy core count course crawler create cron css csv current custom daemon dashboard data
  database date debug default delete deploy design desktop detail device diff dir directory dist django docker docs
  document domain draft driver drop dump dynamic echo editor electron element email embed empty engine entity env error
  event example exchange exec expert explorer export express extension fast feature feed fetch field file filter final find
  flag flask flow flutter fold folder font form format forum frame framework front frontend function game gateway generator
  git global go grid group guide handler hash header heap helm help helper history home hook host html http icon image import
  index infra input install instance integration interface internal invoice ios item java job json kernel key kit lab label
  lambda landing layer layout lib library light link linux list live load local lock log logger login loop mail main make
  manager map market master media member memory menu merge message meta metric metrics micro middleware migrate mobile
  mock model module monitor mono monorepo music native network news next node note notes notice number object offline order
  output package page panel parser patch path payment perf phone photo pipeline platform player plugin point pool portal
  portfolio post prime print private process product profile program project prompt proto prototype provider proxy public
  publish pull push python query queue quick quiz raw react reader record redis redux release remote render repo report
  request reset resource response rest result retry review role root route router ruby rule run rust sample scan schema
  score scraper screen script sdk search secret section security seed select server service session set setting settings
  setup shared shell shop shopping simple site slack smart social socket sort source space spec spring sql stack staging
  standard starter state static status storage store stream string studio style submit suite support svelte swagger switch
  sync system table tag target task team template terminal test tests text theme thread ticket time timer title todo token
  tool toolbox toolkit tools top trace track tracker train tree trigger tutorial type ui unit update upload upstream url user
  users util utils validate value vendor version video view viewer vue wallet watch weather web website widget wiki window
  work worker workflow workshop workspace wrapper write yaml zip
  clients customers projects repos repositories documents downloads pictures sites sources development playground scratch
  skill entire agent plugin hooks rules prompts examples
  sandboxes worktrees checkouts github gitlab bitbucket codebases experiments temp volumes onedrive dropbox icloud
`);

export const isNobody = (name: string): boolean => NOBODY.has(name.toLowerCase());

/** Long and rare enough to mean the one who bears it wherever it stands. */
export function isDistinctive(name: string): boolean {
  const lower = name.toLowerCase();
  // Folders are called like what is in them: `types`, `agents`.
  const isWord = [PROSE, PROGRAMMING, AGENTS, NOBODY].some(
    (list) => list.has(lower) || list.has(lower.replace(/s$/, '')),
  );
  return name.length >= 4 && /\p{L}/u.test(name) && !isWord;
}
