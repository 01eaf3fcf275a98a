/**
 * The ways in which files, programs and people write a name and its value. Each makes a text of one or more lines from a
 * value, escaped as the syntax wants it where the real writer would.
 */

export interface Carrier {
  readonly write: (value: string) => string;
  /** What cannot be written like that: blanks in a shell word, line ends in a cell. */
  readonly cannot?: RegExp;
  /** The value as it stands in the text, when it is encoded there. */
  readonly written?: (value: string) => string;
}

const json = (value: string): string => JSON.stringify(value).slice(1, -1);
const xml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const single = (value: string): string => value.replaceAll("'", "'\\''");
const yamlSingle = (value: string): string => value.replaceAll("'", "''");
const base64 = (value: string): string => Buffer.from(value).toString('base64');
const encoded = (write: Carrier['write'], written: (value: string) => string): Carrier => ({ write, written });
const BLANK = /\s/;
const SHELL = /[\s"'`$\\|&;<>(){}!*?#~[\]]/;

const carriers: Record<string, Carrier | ((value: string) => string)> = {
  env: { write: (v) => `DB_HOST=db.acme.dev\nDB_PASSWORD=${v}\nDB_PORT=5432`, cannot: BLANK },
  'env in double quotes': (v) => `DB_HOST=db.acme.dev\nDB_PASSWORD="${v}"\nDB_PORT=5432`,
  'env in single quotes': (v) => `export API_TOKEN='${single(v)}'\nexport MODE=prod`,
  properties: { write: (v) => `spring.datasource.username=app\nspring.datasource.password=${v}`, cannot: BLANK },
  ini: (v) => `[client]\nuser = app\npassword = ${v}\nhost = db`,
  toml: { write: (v) => `[database]\nuser = "app"\npassword = "${json(v)}"` },
  JSON: (v) => `{\n  "user": "app",\n  "password": "${json(v)}",\n  "port": 5432\n}`,
  'JSON on one line': (v) => `{"user":"app","password":"${json(v)}","port":5432}`,
  'JSON, client_secret': (v) => `{"client_id":"app","client_secret":"${json(v)}"}`,
  YAML: {
    write: (v) => `database:\n  user: app\n  password: ${v}\n  port: 5432`,
    cannot: /^["'[{>|*&!%@`#,?:-]|: | #|:$/,
  },
  'YAML in single quotes': (v) => `database:\n  user: app\n  password: '${yamlSingle(v)}'\n  port: 5432`,
  'YAML block': (v) => `database:\n  user: app\n  password: |-\n    ${v}\n  port: 5432`,
  'YAML folded block': (v) => `stringData:\n  db-password: >-\n    ${v}\n  user: app`,
  'Kubernetes env': {
    write: (v) => `env:\n  - name: DB_PASSWORD\n    value: "${json(v)}"\n  - name: MODE\n    value: prod`,
  },
  'ECS environment': (v) =>
    `{"environment":[{"name":"DB_PASSWORD","value":"${json(v)}"},{"name":"MODE","value":"prod"}]}`,
  'ECS environment, value first': (v) =>
    `{"environment":[{"value":"${json(v)}","name":"DB_PASSWORD"},{"value":"prod","name":"MODE"}]}`,
  'Key and Value': (v) => `[\n  {\n    "Key": "MasterPassword",\n    "Value": "${json(v)}"\n  }\n]`,
  'ParameterKey and ParameterValue': (v) => `[{"ParameterKey": "DBPassword", "ParameterValue": "${json(v)}"}]`,
  'Compose list': { write: (v) => `environment:\n  - DB_PASSWORD=${v}\n  - MODE=prod`, cannot: BLANK },
  'Terraform default': {
    write: (v) => `variable "db_password" {\n  type    = string\n  default = "${json(v)}"\n}`,
  },
  tfvars: (v) => `region      = "eu-west-1"\ndb_password = "${json(v)}"`,
  Go: (v) => `var dbPassword string = "${json(v)}"`,
  'Go, short': (v) => `dbPassword := "${json(v)}"`,
  Rust: (v) => `const DB_PASSWORD: &str = "${json(v)}";`,
  'Rust, String': (v) => `let api_token: String = String::from("${json(v)}");`,
  TypeScript: (v) => `export const dbPassword: string = '${single(json(v))}';`,
  'TypeScript field': (v) => `private readonly password: string | undefined = "${json(v)}";`,
  Java: (v) => `private static final String DB_PASSWORD = "${json(v)}";`,
  'C#': (v) => `public string Password { get; set; } = "${json(v)}";`,
  Kotlin: (v) => `const val DB_PASSWORD: String = "${json(v)}"`,
  Swift: (v) => `let apiSecret: String = "${json(v)}"`,
  'C define': (v) => `#define DB_PASSWORD "${json(v)}"`,
  'C array': (v) => `static const char db_password[] = "${json(v)}";`,
  'C++ braces': (v) => `std::string password{"${json(v)}"};`,
  'Objective-C': (v) => `NSString *password = @"${json(v)}";`,
  Python: (v) => `conn = connect(host="db", user="app", password="${json(v)}", port=5432)`,
  'Python, typed': (v) => `DB_PASSWORD: Final[str] = "${json(v)}"`,
  Ruby: (v) => `config = { user: 'app', password: '${v.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}' }`,
  'Ruby, arrow': (v) => `{ :user => "app", :password => "${json(v)}" }`,
  PHP: (v) => `define('DB_PASSWORD', '${v.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}');`,
  'PHP array': (v) => `'password' => '${v.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}',`,
  Perl: (v) => `my %db = (user => 'app', password => '${v.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}');`,
  Lua: (v) => `db.password = "${json(v)}"`,
  R: (v) => `db_password <- "${json(v)}"`,
  'Visual Basic': (v) => `Dim dbPassword As String = "${v.replaceAll('"', '""')}"`,
  Clojure: (v) => `{:user "app" :password "${json(v)}"}`,
  Zig: (v) => `const db_password: []const u8 = "${json(v)}";`,
  Makefile: { write: (v) => `DB_PASSWORD ::= ${v}`, cannot: BLANK },
  'Makefile, immediate': { write: (v) => `DB_PASSWORD :::= ${v}`, cannot: BLANK },
  append: (v) => `$db_password .= "${json(v)}"`,
  'list with a dash': { write: (v) => `api token - '${v}'`, cannot: /'/ },
  'XML element': (v) => `<db><user>app</user><password>${xml(v)}</password></db>`,
  'XML element over lines': (v) => `<db>\n  <password>\n    ${xml(v)}\n  </password>\n</db>`,
  'XML add': (v) => `<add key="DbPassword" value="${xml(v)}" />`,
  'XML attribute': (v) => `<server user="app" password="${xml(v)}" host="db"/>`,
  'XML property': (v) => `<property name="javax.persistence.jdbc.password" value="${xml(v)}"/>`,
  plist: (v) => `<key>DBPassword</key>\n<string>${xml(v)}</string>`,
  CSV: { write: (v) => `id,username,password,role\n1,jane,${v},admin`, cannot: /[,"\s]/ },
  'CSV in quotes': (v) => `"id","username","password"\n"1","jane","${v.replaceAll('"', '""')}"`,
  TSV: { write: (v) => `username\tpassword\trole\njane\t${v}\tadmin`, cannot: /[\s"]/ },
  'Markdown table': {
    write: (v) => `| user | password | role |\n| --- | --- | --- |\n| jane | ${v} | admin |`,
    cannot: /\|/,
  },
  'psql table': {
    write: (v) => ` id | username | password\n----+----------+----------\n  1 | jane     | ${v}\n(1 row)`,
    cannot: /\|/,
  },
  'mysql table': {
    write: (v) =>
      `+----+----------+----------+\n| id | password | role     |\n+----+----------+----------+\n|  1 | ${v} | admin    |\n+----+----------+----------+`,
    cannot: /\|/,
  },
  'psql, expanded': (v) => `-[ RECORD 1 ]-----\nid       | 1\npassword | ${v}`,
  '.pgpass': { write: (v) => `db.acme.dev:5432:shop:app:${v}`, cannot: /[\s:\\]/ },
  '.netrc': { write: (v) => `machine api.acme.dev\n  login bob\n  password ${v}`, cannot: BLANK },
  '.netrc on one line': { write: (v) => `machine api.acme.dev login bob password ${v}`, cannot: BLANK },
  'key in an address': { write: (v) => `https://api.acme.dev/v1/items?key=${encodeURIComponent(v)}&page=2` },
  'password in an address': { write: (v) => `postgres://app:${encodeURIComponent(v)}@db.acme.dev:5432/shop` },
  'connection string': {
    write: (v) => `Server=db.acme.dev;Database=shop;User Id=app;Password=${v};Encrypt=true`,
    cannot: /[;"'=\s]/,
  },
  flag: { write: (v) => `deploy --env prod --password '${single(v)}' --verbose` },
  'flag with =': { write: (v) => `deploy --token=${v} --env prod`, cannot: SHELL },
  'curl -u': { write: (v) => `curl -s -u 'bob:${single(v)}' https://api.acme.dev/v1/me` },
  'curl header': (v) => `curl -H "X-Api-Key: ${json(v)}" https://api.acme.dev/v1/me`,
  'mysql -p': { write: (v) => `mysql -h db.acme.dev -uroot -p'${single(v)}' shop` },
  'redis-cli -a': { write: (v) => `redis-cli -h cache -a '${single(v)}' ping` },
  PGPASSWORD: { write: (v) => `PGPASSWORD='${single(v)}' psql -h db -U app shop` },
  'sudo -S': { write: (v) => `echo '${single(v)}' | sudo -S apt-get update` },
  'zip -P': { write: (v) => `zip -r -P '${single(v)}' backup.zip data/` },
  sshpass: { write: (v) => `sshpass -p '${single(v)}' ssh bob@build` },
  'docker login': { write: (v) => `docker login -u bob -p '${single(v)}' registry.acme.dev` },
  'Oracle thin': { write: (v) => `sqlplus scott/${v}@db.acme.dev:1521/ORCL`, cannot: /[\s"'@/$`\\|&;<>(){}!*?#]/ },
  'SMTP AUTH PLAIN': encoded(
    (v) => `AUTH PLAIN ${base64(`\0bob\0${v}`)}`,
    (v) => base64(`\0bob\0${v}`),
  ),
  'SMTP AUTH LOGIN': encoded(
    (v) =>
      `AUTH LOGIN\n334 VXNlcm5hbWU6\n${base64('bob@acme.dev')}\n334 UGFzc3dvcmQ6\n${base64(v)}\n235 2.7.0 Accepted`,
    base64,
  ),
  'Basic header': encoded(
    (v) => `Authorization: Basic ${base64(`bob:${v}`)}`,
    (v) => base64(`bob:${v}`),
  ),
  'Docker config': encoded(
    (v) => `{"auths":{"registry.acme.dev":{"auth":"${base64(`bob:${v}`)}"}}}`,
    (v) => base64(`bob:${v}`),
  ),
  'Windows set': { write: (v) => `set DB_PASSWORD=${v}`, cannot: /[\s&|<>^%"]/ },
  PowerShell: { write: (v) => `$env:DB_PASSWORD = '${v.replaceAll("'", "''")}'` },
  'ConvertTo-SecureString': {
    write: (v) => `$s = ConvertTo-SecureString '${v.replaceAll("'", "''")}' -AsPlainText -Force`,
  },
  fish: { write: (v) => `set -gx DB_PASSWORD '${single(v)}'` },
  'Dockerfile ENV': { write: (v) => `ENV DB_PASSWORD ${v}`, cannot: /[\s"'$\\]/ },
  'Dockerfile ARG': { write: (v) => `ARG DB_PASSWORD=${v}`, cannot: /[\s"'$\\]/ },
  'GitHub Actions': (v) =>
    `      - uses: acme/login@v2\n        with:\n          username: bob\n          password: "${json(v)}"`,
  'Helm --set': { write: (v) => `helm install db acme/db --set auth.password='${single(v)}'` },
  Ansible: (v) => `db ansible_host=10.1.2.3 ansible_user=bob ansible_password='${single(v)}'`,
  'SQL identified by': { write: (v) => `CREATE USER 'bob'@'%' IDENTIFIED BY '${v.replaceAll("'", "''")}';` },
  'SQL password': { write: (v) => `ALTER ROLE bob WITH LOGIN PASSWORD '${v.replaceAll("'", "''")}';` },
  npmrc: { write: (v) => `//registry.acme.dev/:_authToken=${v}`, cannot: /[\s"'$\\;#]/ },
  'aws ssm': {
    write: (v) => `aws ssm put-parameter --name /prod/db_password --type SecureString --value '${single(v)}'`,
  },
  'kubectl literal': { write: (v) => `kubectl create secret generic db --from-literal=password='${single(v)}'` },
  'C# indexer': (v) => `config["Db:Password"] = "${json(v)}";`,
  setter: (v) => `properties.setProperty("db.password", "${json(v)}");`,
  told: (v) => `The database password is ${v}`,
};

/** Carriers by name, all in one form. */
export const CARRIERS: Readonly<Record<string, Carrier>> = Object.fromEntries(
  Object.entries(carriers).map(([name, carrier]) => [
    name,
    typeof carrier === 'function' ? { write: carrier } : carrier,
  ]),
);
