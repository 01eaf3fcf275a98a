/** Files of settings, and what tools print of them. */
import { dotted, kebab, pascal, snake, title, upper } from '../unseen/names.ts';
import { BARE, base64, json, NO_YAML, type Writings, xml } from '../unseen/writing.ts';

const QUOTES = /["\\]/;
const SINGLE = /['\\]/;
const BLANKS = /\s/;

export const SETTINGS: Writings = {
  'properties, dotted': {
    write: (name, value) => `app.pool.size=5\napp.${dotted(name)}=${value}\napp.debug=false`,
    cannot: BLANKS,
  },
  'properties, with blanks': {
    write: (name, value) => `app.pool.size = 5\nspring.app.${kebab(name)} = ${value}`,
    cannot: BLANKS,
  },
  'INI, section': {
    write: (name, value) => `[remote]\nhost = db1\n${snake(name)} = ${value}\n[other]\na = 1`,
    cannot: BARE,
  },
  'TOML, inline table': (name, value) => `db = { host = "db1", ${snake(name)} = "${json(value)}" }`,
  'TOML, literal': { write: (name, value) => `[db]\nhost = 'db1'\n${snake(name)} = '${value}'`, cannot: SINGLE },
  HOCON: { write: (name, value) => `db {\n  host = db1\n  ${kebab(name)} = ${value}\n}`, cannot: BARE },
  Nix: { write: (name, value) => `services.app = {\n  ${snake(name)} = "${value}";\n};`, cannot: /["\\$]/ },
  Jsonnet: { write: (name, value) => `{ host:: 'db1', ${snake(name)}:: '${value}' }`, cannot: SINGLE },
  'YAML, in a list of variables': {
    write: (name, value) =>
      `    env:\n      - name: HOST\n        value: db1\n      - name: ${upper(name)}\n        value: ${value}`,
    cannot: NO_YAML,
  },
  'YAML, list of assignments': {
    write: (name, value) => `    environment:\n      - HOST=db1\n      - ${upper(name)}=${value}`,
    cannot: NO_YAML,
  },
  'YAML, map of variables': {
    write: (name, value) => `env:\n  HOST: db1\n  ${upper(name)}: ${value}`,
    cannot: NO_YAML,
  },
  'YAML, folded': { write: (name, value) => `db:\n  ${snake(name)}: >-\n    ${value}\n  host: db1`, cannot: BLANKS },
  'YAML, flow': {
    write: (name, value) => `db: {host: db1, ${snake(name)}: ${value}}`,
    cannot: /[\s,{}[\]"'#&*!|>%@`:?]/,
  },
  'YAML, single quotes': (name, value) => `db:\n  ${snake(name)}: '${value.replaceAll("'", "''")}'`,
  'YAML, example of a schema': {
    write: (name, value) => `${snake(name)}:\n  type: string\n  example: ${value}`,
    cannot: NO_YAML,
  },
  'Kubernetes, described': {
    write: (name, value) =>
      `    Environment:\n      HOST:               db1\n      ${`${upper(name)}:`.padEnd(20)}${value}\n    Mounts:  <none>`,
    cannot: BLANKS,
  },
  'Kubernetes, data': {
    write: (name, value) =>
      `apiVersion: v1\nkind: Secret\ndata:\n  ${snake(name)}: ${base64(value)}\nmetadata:\n  name: x`,
    written: base64,
  },
  'container, inspected': (name, value) =>
    `            "Env": [\n                "PATH=/usr/bin:/bin",\n                "${upper(name)}=${json(value)}",\n                "LANG=C.UTF-8"\n            ],`,
  'Terraform, plan': (name, value) =>
    `  + resource "x_database" "main" {\n      + id       = (known after apply)\n      + ${snake(name).padEnd(9)} = "${json(value)}"\n    }`,
  'Terraform, change': (name, value) => `      ~ ${snake(name)} = "old" -> "${json(value)}"`,
  'Terraform, state': (name, value) =>
    `          "attributes": {\n            "id": "x-1",\n            "${snake(name)}": "${json(value)}",\n            "zone": "a"\n          }`,
  'registry of Windows': {
    write: (name, value) => `[HKEY_CURRENT_USER\\Software\\Acme]\n"${pascal(name)}"="${value}"`,
    cannot: QUOTES,
  },
  'XML, attribute': (name, value) => `<server id="main" ${snake(name)}="${xml(value)}" timeout="5"/>`,
  'XML, setting by key': (name, value) => `<add key="${pascal(name)}" value="${xml(value)}" />`,
  'XML, property': (name, value) => `<property name="app.${snake(name)}">${xml(value)}</property>`,
  'XML, property with a value': (name, value) => `<property name="${dotted(name)}" value="${xml(value)}"/>`,
  'XML, string of an app': (name, value) => `<string name="${snake(name)}" translatable="false">${xml(value)}</string>`,
  'XML, element over lines': (name, value) => `<${snake(name)}>\n    ${xml(value)}\n</${snake(name)}>`,
  'property list': (name, value) => `<key>${pascal(name)}</key>\n\t<string>${xml(value)}</string>`,
  'unit of systemd': {
    write: (name, value) => `[Service]\nEnvironment="${upper(name)}=${value}"\nExecStart=/bin/app`,
    cannot: QUOTES,
  },
  supervisor: { write: (name, value) => `environment=HOST="db1",${upper(name)}="${value}",B="c"`, cannot: /["\\%]/ },
  'container file': { write: (name, value) => `FROM alpine\nENV ${upper(name)}=${value}\nRUN make`, cannot: BARE },
  'container file, with a blank': {
    write: (name, value) => `FROM alpine\nENV ${upper(name)} ${value}\nRUN make`,
    cannot: BARE,
  },
  'make file': { write: (name, value) => `HOST ?= db1\n${upper(name)} ?= ${value}\n\nall:`, cannot: BARE },
  'connection string': {
    write: (name, value) => `Server=db1;Database=x;User Id=app;${title(name)}=${value};Encrypt=true`,
    cannot: /[\s;"'<>&]/,
  },
  'wireless network': {
    write: (name, value) => `network={\n  ssid="home"\n  psk="${value}"\n  # ${snake(name)}\n}`,
    cannot: QUOTES,
  },
  'remote of rclone': {
    write: (name, value) => `[backup]\ntype = sftp\nuser = app\npass = ${value}\n# ${snake(name)}`,
    cannot: BARE,
  },
  LDIF: {
    write: (name, value) => `dn: cn=${snake(name)},dc=acme\ncn: app\nuserPassword: ${value}`,
    cannot: /^[\s:<]|\s/,
  },
  'table of Markdown': {
    write: (name, value) => `| Setting | Value |\n| --- | --- |\n| host | db1 |\n| ${title(name)} | ${value} |`,
    cannot: /[|`\s]/,
  },
  'list of Markdown': {
    write: (name, value) => `- **Host:** db1\n- **${title(name)}:** \`${value}\`\n- **Port:** 1`,
    cannot: /`/,
  },
  'list, plain': { write: (name, value) => `Host: db1\n${title(name)}: ${value}\nPort: 1`, cannot: BLANKS },
  'aligned by blanks': {
    write: (name, value) => `host                 db1\n${snake(name).padEnd(21)}${value}\nport                 1`,
    cannot: BLANKS,
  },
  'keys and values under a rule': {
    write: (name, value) =>
      `====== Data ======\nKey         Value\n---         -----\nhost        db1\n${snake(name).padEnd(11)} ${value}`,
    cannot: BLANKS,
  },
  'record of psql': {
    write: (name, value) => `-[ RECORD 1 ]---+------\nid              | 7\n${snake(name).padEnd(15)} | ${value}`,
    cannot: /[\s|]/,
  },
  'record of mysql': {
    write: (name, value) =>
      `*************** 1. row ***************\n            id: 7\n${snake(name).padStart(14)}: ${value}`,
    cannot: BLANKS,
  },
  'record of sqlite': { write: (name, value) => `     id = 7\n${snake(name).padStart(7)} = ${value}`, cannot: BLANKS },
  'table with borders': {
    write: (name, value) => `+----+------+\n| id | ${snake(name)} |\n+----+------+\n|  7 | ${value} |\n+----+------+`,
    cannot: /[|\s]/,
  },
  'export of a vault as CSV': {
    write: (name, value) => `url,username,${snake(name)},note\nhttps://a.acme.dev,bob,${value},x`,
    cannot: /[",\s]/,
  },
  'export of a vault, quoted': {
    write: (name, value) => `"Group","Title","User Name","${title(name)}"\n"Root","web","bob","${value}"`,
    cannot: /["\\]/,
  },
  'columns of tabs': {
    write: (name, value) => `id\tname\t${snake(name)}\n1\tbob\t${value}\n2\teve\t-`,
    cannot: BLANKS,
  },
};
