/** Values of programs as their languages print and write them. */
import { camel, kebab, pascal, snake, title, upper } from '../unseen/names.ts';
import { BARE, doubled, json, slashed, type Writings, xml } from '../unseen/writing.ts';

const QUOTES = /["\\]/;
const SINGLE = /['\\]/;
const DOLLAR = /["\\$#`]/;

export const OBJECTS: Writings = {
  'Python, arguments by name': (name, value) =>
    `conn = connect(host='db1', user='app', ${snake(name)}=${slashed(value)}, timeout=3)`,
  'Python, dictionary printed': (name, value) => `{'user': 'app', '${snake(name)}': ${slashed(value)}, 'port': 5432}`,
  'Python, data class printed': (name, value) => `Settings(host='db1', ${snake(name)}=${slashed(value)}, retries=3)`,
  'Python, locals of a trace': (name, value) =>
    `Traceback (most recent call last):\n  File "app.py", line 12, in run\n    client = make(cfg)\n             cfg        = <Cfg 1>\n             ${snake(name)} = ${slashed(value)}\nValueError: no`,
  'Python, default of the environment': (name, value) => `x = os.getenv("${upper(name)}", ${JSON.stringify(value)})`,
  'Python, test that sets a variable': (name, value) =>
    `monkeypatch.setenv("${upper(name)}", ${JSON.stringify(value)})`,
  'Python, field of settings': (name, value) => `    ${snake(name)}: str = Field(default=${JSON.stringify(value)})`,
  'Go, struct printed': {
    write: (name, value) => `{Host:db1 Port:5432 ${pascal(name)}:${value} Debug:false}`,
    cannot: BARE,
  },
  'Go, struct with names': (name, value) => `cfg := Config{Host: "db1", ${pascal(name)}: ${JSON.stringify(value)}}`,
  'Go, constants': (name, value) => `const (\n\thost = "db1"\n\t${camel(name)} = ${JSON.stringify(value)}\n)`,
  'Go, test that sets a variable': (name, value) => `t.Setenv("${upper(name)}", ${JSON.stringify(value)})`,
  'Rust, debug': (name, value) => `Config { host: "db1", ${snake(name)}: ${JSON.stringify(value)}, port: 1 }`,
  'Rust, debug of an option': (name, value) =>
    `Config {\n    host: "db1",\n    ${snake(name)}: Some(\n        ${JSON.stringify(value)},\n    ),\n}`,
  'JavaScript, inspected': (name, value) => `{\n  host: 'db1',\n  ${camel(name)}: ${slashed(value)},\n  port: 5432\n}`,
  'JavaScript, default of the environment': (name, value) =>
    `const x = process.env.${upper(name)} ?? ${slashed(value)};`,
  'JavaScript, assigned to the environment': (name, value) => `process.env.${upper(name)} = ${slashed(value)};`,
  'TypeScript, class field': (name, value) => `  private readonly ${camel(name)}: string = ${slashed(value)};`,
  'Ruby, hash printed': (name, value) => `{:host=>"db1", :${snake(name)}=>${JSON.stringify(value)}, :port=>1}`,
  'Ruby, hash printed newly': (name, value) => `{"host" => "db1", "${snake(name)}" => ${JSON.stringify(value)}}`,
  'Ruby, object printed': (name, value) =>
    `#<Client:0x000073 @host="db1", @${snake(name)}=${JSON.stringify(value)}, @port=1>`,
  'Ruby, fetched': (name, value) => `ENV.fetch('${upper(name)}', ${slashed(value)})`,
  'Ruby, constant': { write: (name, value) => `${upper(name)} = '${value}'.freeze`, cannot: SINGLE },
  'PHP, dumped': (name, value) =>
    `array(2) {\n  ["host"]=>\n  string(3) "db1"\n  ["${snake(name)}"]=>\n  string(${value.length}) "${value}"\n}`,
  'PHP, printed': {
    write: (name, value) => `Array\n(\n    [host] => db1\n    [${snake(name)}] => ${value}\n)`,
    cannot: /\s/,
  },
  'PHP, array of settings': (name, value) =>
    `return [\n    'host' => 'db1',\n    '${snake(name)}' => env('${upper(name)}', ${slashed(value)}),\n];`,
  'PHP, defined': (name, value) => `define('${upper(name)}', ${slashed(value)});`,
  'Elixir, map': { write: (name, value) => `%{host: "db1", ${snake(name)}: "${value}"}`, cannot: DOLLAR },
  'Elixir, config': {
    write: (name, value) => `config :app, App.Repo,\n  hostname: "db1",\n  ${snake(name)}: "${value}"`,
    cannot: DOLLAR,
  },
  'Erlang, tuple': { write: (name, value) => `{env,[{host,"db1"},{${snake(name)},"${value}"}]}`, cannot: QUOTES },
  'Clojure, map': { write: (name, value) => `{:host "db1" :${kebab(name)} "${value}"}`, cannot: QUOTES },
  'Lisp, list of pairs': { write: (name, value) => `((host . "db1") (${kebab(name)} . "${value}"))`, cannot: QUOTES },
  'Java, object printed': {
    write: (name, value) => `Connecting with DbConfig(host=db1, ${camel(name)}=${value}, port=1)`,
    cannot: BARE,
  },
  'Java, setter': (name, value) => `ds.set${pascal(name)}(${JSON.stringify(value)});`,
  'Java, builder': (name, value) => `Client.builder().host("db1").${camel(name)}(${JSON.stringify(value)}).build();`,
  'Java, default in an annotation': {
    write: (name, value) => `@Value("\${app.${kebab(name)}:${value}}")`,
    cannot: BARE,
  },
  'Java, put into a map': (name, value) => `props.put("app.${snake(name)}", ${JSON.stringify(value)});`,
  'C#, field': (name, value) => `private const string ${pascal(name)} = ${JSON.stringify(value)};`,
  'C#, initialised': (name, value) => `new Options { Host = "db1", ${pascal(name)} = ${JSON.stringify(value)} }`,
  'Kotlin, constant': { write: (name, value) => `const val ${upper(name)} = "${value}"`, cannot: DOLLAR },
  'Swift, constant': { write: (name, value) => `    static let ${camel(name)} = "${value}"`, cannot: QUOTES },
  'C, macro': { write: (name, value) => `#define ${upper(name)} "${value}"`, cannot: QUOTES },
  'Perl, dumped': (name, value) =>
    `$VAR1 = {\n          'host' => 'db1',\n          '${snake(name)}' => ${slashed(value)}\n        };`,
  'Lua, table': { write: (name, value) => `return { host = "db1", ["${snake(name)}"] = "${value}" }`, cannot: QUOTES },
  'Dart, map': {
    write: (name, value) => `final cfg = {'host': 'db1', '${camel(name)}': '${value}'};`,
    cannot: /['\\$]/,
  },
  'R, variable': { write: (name, value) => `Sys.setenv(${upper(name)} = "${value}")`, cannot: QUOTES },
  'Visual Basic, constant': {
    write: (name, value) => `Private Const ${pascal(name)} As String = "${value}"`,
    cannot: /"/,
  },
  'GraphQL, argument': (name, value) =>
    `mutation { connect(host: "db1", ${camel(name)}: ${JSON.stringify(value)}) { ok } }`,
  'protocol buffer as text': (name, value) => `db {\n  host: "db1"\n  ${snake(name)}: ${JSON.stringify(value)}\n}`,
  'SQL, rows of settings': (name, value) =>
    `INSERT INTO settings (name, value) VALUES ('host', 'db1'), ('${snake(name)}', ${doubled(value)});`,
  'SQL, update of a setting': (name, value) =>
    `UPDATE settings SET value = ${doubled(value)} WHERE name = '${snake(name)}';`,
  'SQL, update of a column': (name, value) =>
    `UPDATE accounts SET ${snake(name)} = ${doubled(value)}, seen = now() WHERE id = 7;`,
  'HTML, field of a form': (name, value) =>
    `<input type="text" name="${snake(name)}" id="f1" value="${xml(value)}" autocomplete="off">`,
  'HTML, cells': (name, value) =>
    `<tr><td>Host</td><td>db1</td></tr>\n<tr><td>${title(name)}</td><td>${xml(value)}</td></tr>`,
  'HTML, terms': (name, value) => `<dl><dt>${title(name)}</dt><dd>${xml(value)}</dd></dl>`,
  'SOAP, element': (name, value) => `<ns1:${pascal(name)} xsi:type="xsd:string">${xml(value)}</ns1:${pascal(name)}>`,
  'JSON, entry of a request': (name, value) =>
    `{"key": "${snake(name)}", "type": "text", "enabled": true, "value": "${json(value)}"}`,
  'JSON, parameters of a request': (name, value) =>
    `"postData":{"params":[{"name":"${camel(name)}","value":"${json(value)}"}]}`,
  'JSON, output of Terraform': (name, value) =>
    `{\n  "${snake(name)}": {\n    "sensitive": true,\n    "type": "string",\n    "value": "${json(value)}"\n  }\n}`,
};
