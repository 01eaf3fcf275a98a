/** Carriers that are source code. */
import { camel, kebab, pascal, snake, title, upper } from './names.ts';
import { bytesOf, doubled, hex, json, slashed, type Writings } from './writing.ts';

const NO_BACKTICK = /[`\\$]/;

export const PROGRAMS: Writings = {
  'Go const': (n, v) => `const ${camel(n)} = "${json(v)}"`,
  'Go const block': (n, v) => `const (\n\thost = "db"\n\t${camel(n)} = "${json(v)}"\n)`,
  'Go raw string': { write: (n, v) => `${camel(n)} := \`${v}\``, cannot: /`/ },
  'Go struct': (n, v) => `cfg := Config{\n\tUser: "app",\n\t${pascal(n)}: "${json(v)}",\n}`,
  'Go bytes': (n, v) => `var ${camel(n)} = []byte("${json(v)}")`,
  'Go os.Setenv': (n, v) => `os.Setenv("${upper(n)}", "${json(v)}")`,
  'Go flag': (n, v) => `var p = flag.String("${kebab(n)}", "${json(v)}", "what to use")`,
  'Rust static': (n, v) => `pub static ${upper(n)}: &'static str = "${json(v)}";`,
  'Rust let': (n, v) => `let ${snake(n)} = "${json(v)}".to_string();`,
  'Rust raw': { write: (n, v) => `let ${snake(n)} = r#"${v}"#;`, cannot: /"#/ },
  'Rust struct': (n, v) => `Config { user: "app".into(), ${snake(n)}: "${json(v)}".into() }`,
  'Rust env': (n, v) => `std::env::set_var("${upper(n)}", "${json(v)}");`,
  'Rust Some': (n, v) => `${snake(n)}: Some("${json(v)}".to_string()),`,
  'C pointer': (n, v) => `const char *${snake(n)} = "${json(v)}";`,
  'C array of a length': (n, v) => `char ${snake(n)}[64] = "${json(v)}";`,
  'C struct': (n, v) => `struct cfg c = { .user = "app", .${snake(n)} = "${json(v)}" };`,
  'C define with brackets': (n, v) => `#define ${upper(n)} ("${json(v)}")`,
  'C strcpy': (n, v) => `strcpy(cfg.${snake(n)}, "${json(v)}");`,
  'C++ auto': (n, v) => `const std::string k${pascal(n)} = "${json(v)}";`,
  'C++ constructor': (n, v) => `std::string ${snake(n)}("${json(v)}");`,
  'C++ constexpr': (n, v) => `inline constexpr std::string_view ${camel(n)}{"${json(v)}"};`,
  'C# const': (n, v) => `private const string ${pascal(n)} = "${json(v)}";`,
  'C# verbatim': (n, v) => `var ${camel(n)} = @"${v.replaceAll('"', '""')}";`,
  'C# initialiser': (n, v) => `new Options { User = "app", ${pascal(n)} = "${json(v)}" }`,
  'C# dictionary': (n, v) => `{ "${pascal(n)}", "${json(v)}" },`,
  'C# named argument': (n, v) => `Connect(user: "app", ${camel(n)}: "${json(v)}");`,
  'Java annotation': (n, v) => `@Value("\${app.x:1}") private String ${camel(n)} = "${json(v)}";`,
  'Java setter': (n, v) => `ds.set${pascal(n)}("${json(v)}");`,
  'Java put': (n, v) => `map.put("${snake(n)}", "${json(v)}");`,
  'Java builder': (n, v) => `.${camel(n)}("${json(v)}")\n.build();`,
  'Java char array': (n, v) => `char[] ${camel(n)} = "${json(v)}".toCharArray();`,
  'Java Map.of': (n, v) => `Map.of("user", "app", "${camel(n)}", "${json(v)}")`,
  'Java system property': (n, v) => `System.setProperty("app.${camel(n)}", "${json(v)}");`,
  'Kotlin val': (n, v) => `private val ${camel(n)} = "${json(v)}"`,
  'Kotlin nullable': (n, v) => `var ${camel(n)}: String? = "${json(v)}"`,
  'Kotlin to': (n, v) => `mapOf("user" to "app", "${camel(n)}" to "${json(v)}")`,
  'Kotlin raw': (n, v) => `val ${camel(n)} = """${v}"""`,
  'Swift static': (n, v) => `static let ${camel(n)} = "${json(v)}"`,
  'Swift optional': (n, v) => `var ${camel(n)}: String? = "${json(v)}"`,
  'Swift dictionary': (n, v) => `["user": "app", "${camel(n)}": "${json(v)}"]`,
  'Swift argument': (n, v) => `client.login(user: "bob", ${camel(n)}: "${json(v)}")`,
  'TypeScript as const': (n, v) => `export const ${upper(n)} = '${slashed(v).slice(1, -1)}' as const;`,
  'TypeScript template': { write: (n, v) => `const ${camel(n)} = \`${v}\`;`, cannot: NO_BACKTICK },
  'TypeScript default': (n, v) => `const ${camel(n)} = process.env.${upper(n)} ?? "${json(v)}";`,
  'TypeScript or': (n, v) => `const ${camel(n)} = process.env.${upper(n)} || '${slashed(v).slice(1, -1)}';`,
  'TypeScript class': (n, v) => `class A {\n  static readonly ${upper(n)}: string = "${json(v)}";\n}`,
  'JavaScript object': (n, v) => `const c = { user: 'app', ${camel(n)}: ${slashed(v)} };`,
  'JavaScript quoted key': (n, v) => `headers: { '${kebab(n)}': ${slashed(v)} }`,
  'JavaScript assignment': (n, v) => `config.db.${camel(n)} = ${slashed(v)};`,
  'JavaScript env': (n, v) => `process.env.${upper(n)} = "${json(v)}";`,
  'JavaScript index': (n, v) => `process.env['${upper(n)}'] = "${json(v)}";`,
  'JavaScript parameter': (n, v) => `function f(user = 'a', ${camel(n)} = ${slashed(v)}) {`,
  'JavaScript argument': (n, v) => `storage.setItem('${camel(n)}', ${slashed(v)})`,
  'JavaScript comparison': (n, v) => `if (req.${camel(n)} === "${json(v)}") {`,
  'JSX attribute': { write: (n, v) => `<Login user="x" ${camel(n)}="${v}" />`, cannot: /["&{]/ },
  'JSX expression': (n, v) => `<Login ${camel(n)}={"${json(v)}"} />`,
  'Python dict': (n, v) => `cfg = {"user": "app", "${snake(n)}": "${json(v)}"}`,
  'Python single quotes': (n, v) => `${upper(n)} = ${slashed(v)}`,
  'Python bytes': (n, v) => `${snake(n)} = b"${json(v)}"`,
  'Python f-string': { write: (n, v) => `${snake(n)} = f"${json(v)}"`, cannot: /[{}]/ },
  'Python annotation': (n, v) => `${snake(n)}: Optional[str] = "${json(v)}"`,
  'Python dataclass': (n, v) => `${snake(n)}: str = field(default="${json(v)}")`,
  'Python pydantic': (n, v) => `    ${snake(n)}: SecretStr = SecretStr("${json(v)}")`,
  'Python os.environ': (n, v) => `os.environ["${upper(n)}"] = "${json(v)}"`,
  'Python setdefault': (n, v) => `os.environ.setdefault("${upper(n)}", "${json(v)}")`,
  'Python getenv default': (n, v) => `${snake(n)} = os.getenv("${upper(n)}", "${json(v)}")`,
  'Python environ.get': (n, v) => `P = os.environ.get('${upper(n)}', ${slashed(v)})`,
  'Python brackets': (n, v) => `${snake(n)} = (\n    "${json(v)}"\n)`,
  'Python tuple': (n, v) => `("${snake(n)}", "${json(v)}"),`,
  'Python attribute': (n, v) => `self.${snake(n)} = "${json(v)}"`,
  'Python repr': (n, v) => `Config(user='app', ${snake(n)}=${slashed(v)}, port=1)`,
  'Python argument, blanks': (n, v) => `connect(user = "a", ${snake(n)} = "${json(v)}")`,
  'Python triple': { write: (n, v) => `${snake(n)} = """${v}"""`, cannot: /["\\]/ },
  'Ruby constant': (n, v) => `${upper(n)} = ${slashed(v)}.freeze`,
  'Ruby hash': (n, v) => `{ "${snake(n)}" => "${json(v)}" }`,
  'Ruby ENV': (n, v) => `ENV['${upper(n)}'] ||= ${slashed(v)}`,
  'Ruby fetch': (n, v) => `ENV.fetch("${upper(n)}", "${json(v)}")`,
  'Ruby %q': { write: (n, v) => `${snake(n)} = %q(${v})`, cannot: /[()\\]/ },
  'PHP variable': (n, v) => `$${snake(n)} = ${slashed(v)};`,
  'PHP property': (n, v) => `private string $${camel(n)} = ${slashed(v)};`,
  'PHP arrow': (n, v) => `$this->${camel(n)} = "${json(v).replaceAll('$', '\\$')}";`,
  'PHP array, aligned': (n, v) => `    'user'     => 'app',\n    '${snake(n)}'  => ${slashed(v)},`,
  'PHP env': (n, v) => `'x' => env('${upper(n)}', ${slashed(v)}),`,
  'PHP putenv': { write: (n, v) => `putenv("${upper(n)}=${v}");`, cannot: /["\\$]/ },
  'Perl scalar': (n, v) => `my $${snake(n)} = ${slashed(v)};`,
  'Perl hash': (n, v) => `$ENV{${upper(n)}} = ${slashed(v)};`,
  'Scala val': (n, v) => `val ${camel(n)}: String = "${json(v)}"`,
  'Scala arrow': (n, v) => `Map("${camel(n)}" -> "${json(v)}")`,
  'Elixir config': (n, v) => `config :app, App.Repo,\n  username: "a",\n  ${snake(n)}: "${json(v)}"`,
  'Elixir put_env': (n, v) => `System.put_env("${upper(n)}", "${json(v)}")`,
  'Erlang tuple': (n, v) => `{${snake(n)}, "${json(v)}"}.`,
  'Haskell record': (n, v) => `Config { ${camel(n)} = "${json(v)}" }`,
  'Haskell value': (n, v) => `${camel(n)} :: String\n${camel(n)} = "${json(v)}"`,
  'Dart final': (n, v) => `final String ${camel(n)} = '${slashed(v).slice(1, -1).replaceAll('$', '\\$')}';`,
  'Lua table': (n, v) => `local c = { user = "a", ["${snake(n)}"] = "${json(v)}" }`,
  'R Sys.setenv': (n, v) => `Sys.setenv(${upper(n)} = "${json(v)}")`,
  'Julia ENV': (n, v) => `ENV["${upper(n)}"] = "${json(v).replaceAll('$', '\\$')}"`,
  'VB Const': (n, v) => `Private Const ${pascal(n)} As String = "${v.replaceAll('"', '""')}"`,
  Delphi: (n, v) => `${pascal(n)} := ${doubled(v)};`,
  Groovy: (n, v) => `def ${camel(n)} = ${slashed(v)}`,
  Gradle: (n, v) => `        ${camel(n)} ${slashed(v)}`,
  'Clojure def': (n, v) => `(def ${kebab(n)} "${json(v)}")`,
  'Lisp setq': (n, v) => `(setq ${kebab(n)} "${json(v)}")`,
  Nix: (n, v) => `services.x.${camel(n)} = "${json(v)}";`,
  Matlab: (n, v) => `${camel(n)} = ${doubled(v)};`,
  'COBOL value': (n, v) => `       01 WS-${upper(n).replaceAll('_', '-')} PIC X(64) VALUE ${doubled(v)}.`,
  ABAP: (n, v) => `DATA(lv_${snake(n)}) = ${doubled(v)}.`,
  Solidity: (n, v) => `string private constant ${upper(n)} = "${json(v)}";`,
  'Go bytes as numbers': {
    write: (n, v) => `var ${camel(n)} = []byte{${bytesOf(v).join(', ')}}`,
    written: (v) => bytesOf(v).join(', '),
  },
  'C bytes': {
    write: (n, v) =>
      `char ${snake(n)}[] = {${bytesOf(v)
        .map((b) => `0x${hex(b)}`)
        .join(', ')}};`,
    written: (v) =>
      bytesOf(v)
        .map((b) => `0x${hex(b)}`)
        .join(', '),
  },
  'chr()': {
    write: (n, v) =>
      `${snake(n)} = ${bytesOf(v)
        .map((b) => `chr(${b})`)
        .join('+')}`,
    written: (v) =>
      bytesOf(v)
        .map((b) => `chr(${b})`)
        .join('+'),
  },
  fromCharCode: {
    write: (n, v) => `const ${camel(n)} = String.fromCharCode(${bytesOf(v).join(',')});`,
    written: (v) => bytesOf(v).join(','),
  },
  'escapes \\x': {
    write: (n, v) =>
      `${snake(n)} = "${bytesOf(v)
        .map((b) => `\\x${hex(b)}`)
        .join('')}"`,
    written: (v) =>
      bytesOf(v)
        .map((b) => `\\x${hex(b)}`)
        .join(''),
  },
  'escapes \\u': {
    write: (n, v) =>
      `"${camel(n)}": "${bytesOf(v)
        .map((b) => `\\u00${hex(b)}`)
        .join('')}"`,
    written: (v) =>
      bytesOf(v)
        .map((b) => `\\u00${hex(b)}`)
        .join(''),
  },
  atob: {
    write: (n, v) => `const ${camel(n)} = atob("${Buffer.from(v).toString('base64')}");`,
    written: (v) => Buffer.from(v).toString('base64'),
  },
  'hex string': {
    write: (n, v) => `${snake(n)} = bytes.fromhex("${Buffer.from(v).toString('hex')}")`,
    written: (v) => Buffer.from(v).toString('hex'),
  },
  'two strings': {
    write: (n, v) => `${snake(n)} = "${json(v.slice(0, 8))}" + "${json(v.slice(8))}"`,
    written: (v) => v.slice(8),
  },
  'comment beside': (n, v) => `// ${title(n)}: ${v}`,
};
