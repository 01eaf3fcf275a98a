/** Commands, requests, and lines that people and programs write. */
import { camel, header, kebab, pascal, snake, title, upper } from '../unseen/names.ts';
import { BARE, base64, json, shell, url, type Writings } from '../unseen/writing.ts';

const QUOTES = /["\\$`!]/;
const SINGLE = /'/;
const BLANKS = /\s/;
const LOG = /[\s"'\\,;]/;

export const LINES: Writings = {
  exported: (name, value) => `export ${upper(name)}=${shell(value)}`,
  'exported, double quotes': { write: (name, value) => `export ${upper(name)}="${value}"`, cannot: QUOTES },
  'traced by the shell': (name, value) => `+ export ${upper(name)}=${shell(value)}\n+ ${upper(name)}=${shell(value)}`,
  'dump of the environment': { write: (name, value) => `HOME=/root\n${upper(name)}=${value}\nLANG=C`, cannot: /\n/ },
  'default in a shell': { write: (name, value) => `: "\${${upper(name)}:-${value}}"`, cannot: /["\\$`}]/ },
  'before a command': (name, value) => `${upper(name)}=${shell(value)} ./deploy --now`,
  fish: (name, value) => `set -gx ${upper(name)} ${shell(value)}`,
  PowerShell: (name, value) => `$env:${upper(name)} = '${value.replaceAll("'", "''")}'`,
  cmd: { write: (name, value) => `C:\\app> set ${upper(name)}=${value}\nC:\\app> run`, cannot: /[\s"&|<>^%]/ },
  'container run': (name, value) => `docker run --rm -e HOST=db1 -e ${upper(name)}=${shell(value)} acme/app`,
  'container build': (name, value) => `docker build --build-arg ${upper(name)}=${shell(value)} .`,
  helm: (name, value) => `helm upgrade app ./chart --set auth.${camel(name)}=${shell(value)} --wait`,
  'secret of a cluster': (name, value) =>
    `kubectl create secret generic app --from-literal=${kebab(name)}=${shell(value)}`,
  'secret of a forge': (name, value) => `gh secret set ${upper(name)} --body ${shell(value)}`,
  'output of a step': { write: (name, value) => `echo "${upper(name)}=${value}" >> "$GITHUB_ENV"`, cannot: QUOTES },
  'parameter of a cloud': (name, value) =>
    `aws ssm put-parameter --name /app/${snake(name)} --type SecureString --value ${shell(value)}`,
  'secret of a cloud': (name, value) =>
    `az keyvault secret set --vault-name v1 --name ${kebab(name)} --value ${shell(value)}`,
  'secret of a cloud, as JSON': (name, value) =>
    `{"Name":"app","SecretString":"{\\"user\\":\\"app\\",\\"${snake(name)}\\":\\"${json(json(value))}\\"}"}`,
  'put into a vault': (name, value) => `vault kv put secret/app host=db1 ${snake(name)}=${shell(value)}`,
  'set at a host': (name, value) => `heroku config:set ${upper(name)}=${shell(value)} -a app`,
  'listed by a host': {
    write: (name, value) => `=== app Config Vars\nHOST:          db1\n${upper(name)}: ${value}`,
    cannot: BLANKS,
  },
  'variables of a playbook': {
    write: (name, value) => `ansible-playbook site.yml -e "${snake(name)}=${value}"`,
    cannot: /["\\$`!\s]/,
  },
  'task of a playbook': (name, value) => `ok: [db1] => {"changed": false, "${snake(name)}": "${json(value)}"}`,
  'option with a blank': (name, value) => `./tool --host db1 --${kebab(name)} ${shell(value)} --verbose`,
  'option with a sign': (name, value) => `./tool --host=db1 --${kebab(name)}=${shell(value)} --verbose`,
  'property of a virtual machine': {
    write: (name, value) => `java -Xmx1g -Dapp.${camel(name)}=${value} -jar app.jar`,
    cannot: BARE,
  },
  'body of a form': (name, value) =>
    `curl -d 'grant_type=password&user=app&${snake(name)}=${url(value)}' https://acme.dev/x`,
  'part of a form': (name, value) => `curl -F file=@x -F ${snake(name)}=${shell(value)} https://acme.dev/x`,
  'body in JSON': {
    write: (name, value) => `curl --data-raw '{"user":"app","${camel(name)}":"${json(value)}"}' https://acme.dev`,
    cannot: SINGLE,
  },
  'header of a command': {
    write: (name, value) => `curl -H "${header(name)}: ${value}" https://acme.dev/x`,
    cannot: /["\\$`!]/,
  },
  'header that was sent': {
    write: (name, value) => `> GET /x HTTP/2\n> Host: acme.dev\n> ${header(name)}: ${value}\n>`,
    cannot: BLANKS,
  },
  'part that was sent': {
    write: (name, value) =>
      `------x\r\nContent-Disposition: form-data; name="${snake(name)}"\r\n\r\n${value}\r\n------x--`,
    cannot: BLANKS,
  },
  'request in a log': (name, value) =>
    `10.0.0.7 - - [03/Mar/2026:09:12:44 +0000] "GET /x?a=1&${snake(name)}=${url(value)} HTTP/1.1" 200 12`,
  cookie: { write: (name, value) => `Set-Cookie: ${snake(name)}=${value}; Path=/; HttpOnly`, cannot: LOG },
  'pairs in a log': {
    write: (name, value) => `level=info msg="connecting" host=db1 ${snake(name)}=${value} attempt=2`,
    cannot: LOG,
  },
  'pairs in a log, quoted': (name, value) => `level=info msg="connecting" ${snake(name)}="${json(value)}" attempt=2`,
  'pairs with commas': {
    write: (name, value) => `connecting to db1, user: app, ${snake(name)}: ${value}, retry: 2`,
    cannot: LOG,
  },
  'message of a failure': {
    write: (name, value) => `AuthError: login failed for app (${camel(name)}=${value})`,
    cannot: /[\s()"'\\]/,
  },
  'message of a failure, quoted': {
    write: (name, value) => `error: invalid ${title(name).toLowerCase()} "${value}" for user app`,
    cannot: QUOTES,
  },
  'asked by a program': {
    write: (name, value) => `Host: db1\nEnter ${title(name).toLowerCase()}: ${value}\nConnected.`,
    cannot: BLANKS,
  },
  'asked by a prompt of Node': {
    write: (name, value) => `✔ Host › db1\n✔ ${title(name)} › ${value}\n✔ Port › 1`,
    cannot: BLANKS,
  },
  told: { write: (name, value) => `the ${title(name).toLowerCase()} is ${value} , please use it`, cannot: BLANKS },
  'told in ticks': {
    write: (name, value) => `Use \`${value}\` as the ${title(name).toLowerCase()} for now.`,
    cannot: /`/,
  },
  'told behind a colon': {
    write: (name, value) => `btw ${title(name).toLowerCase()}: ${value} (don't share)`,
    cannot: BLANKS,
  },
  'told with an arrow': { write: (name, value) => `${title(name)} -> ${value}`, cannot: BLANKS },
  'hash of Redis': (name, value) => `HSET app:settings host db1 ${snake(name)} ${JSON.stringify(value)}`,
  'user of MongoDB': (name, value) =>
    `db.createUser({user: 'app', pwd: ${JSON.stringify(value)}, roles: []}) // ${snake(name)}`,
  'user of MySQL': (name, value) =>
    `ALTER USER 'app'@'%' IDENTIFIED BY '${value.replaceAll("'", "''")}'; -- ${snake(name)}`,
  'wireless by a command': (name, value) => `nmcli dev wifi connect home password ${shell(value)} # ${snake(name)}`,
  'network device': {
    write: (name, value) => `username bob privilege 15 password 0 ${value}\n! ${snake(name)}`,
    cannot: BARE,
  },
  'mounted share': {
    write: (name, value) => `mount -t cifs //srv/x /mnt -o username=bob,password=${value},vers=3.0 # ${snake(name)}`,
    cannot: /[\s,"'\\]/,
  },
  notebook: {
    write: (name, value) =>
      JSON.stringify({ cell_type: 'code', source: ['import os\n', `os.environ["${upper(name)}"] = "${value}"\n`] }),
    cannot: /["\\]/,
  },
  'encoded, a line': {
    write: (name, value) => `echo ${base64(`HOST=db1\n${upper(name)}=${value}\n`)} | base64 -d > .env`,
    written: (value) => value,
    cannot: BLANKS,
  },
  'variables of a request': (name, value) =>
    `{"query":"mutation($i:In!){x(i:$i){ok}}","variables":{"i":{"${camel(name)}":"${json(value)}"}}}`,
  'pascal in a trace': { write: (name, value) => `[TRC] Bind ${pascal(name)} := ${value}`, cannot: BLANKS },
};
