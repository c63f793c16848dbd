/** Data by which the files are found that a command runs; what no entry knows is bound by its ending alone. */

const listed = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Programs whose first argument is a script, whatever its name ends in. */
export const interpreters: ReadonlySet<string> = listed(
  'node nodejs deno bun tsx ts-node python python2 python3 pypy pypy3 ruby perl php lua luajit rscript julia elixir ' +
    'groovy scala osascript sh bash dash zsh ksh ash fish powershell pwsh cmd java dotnet wasmtime wasmer nu expect tclsh awk gawk sed',
)

/** Options of interpreters whose value is code, so that no script follows. */
export const codeOption: RegExp = /^(?:-[a-z]*[ce]|-p|-pe|--eval|--print|--command)$/i

/** Options whose value is run or says what is run: a file, a folder, or the name of a package. */
export const loadingOption: RegExp =
  /^(?:-r|-C|--(?:require|import(?:-map)?|preload|(?:[a-z]+-)*(?:loader|config|settings|plugin|hook|script)(?:-file|-dir)?|env-file(?:-if-exists)?|rcfile|init-file|makefile|prefix|project|cwd|chdir|dir|directory|manifest-path))$/

/** The same for programs of {@link impliedFiles}; to others these name data. */
export const fileOption: RegExp = /^(?:-f|--file)$/

/** Options whose value can stand in the same word. */
export const joinedOption: RegExp = /^(?<name>-[rfC])(?<value>[^=].*)$/

/** Name of a program -> files that it runs without being given them. */
export const impliedFiles: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['make gmake bmake remake', 'GNUmakefile makefile Makefile'],
    [
      'npm npx pnpm pnpx yarn bun bunx',
      'package.json .npmrc .pnpmfile.cjs pnpm-workspace.yaml .yarnrc .yarnrc.yml bunfig.toml',
    ],
    ['deno', 'deno.json deno.jsonc package.json'],
    ['uv uvx poetry pdm hatch rye pipenv tox nox', 'pyproject.toml uv.toml Pipfile tox.ini noxfile.py'],
    ['just', 'justfile Justfile .justfile'],
    ['rake bundle', 'Rakefile rakefile Rakefile.rb Gemfile'],
    ['task', 'Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml'],
    ['mise', 'mise.toml .mise.toml'],
    ['cargo', 'Cargo.toml build.rs .cargo/config.toml'],
    ['go', 'go.mod go.work main.go'],
    ['gradle gradlew', 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties'],
    ['mvn mvnw', 'pom.xml .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml'],
    ['ant', 'build.xml'],
    ['cmake', 'CMakeLists.txt CMakePresets.json'],
    ['ninja', 'build.ninja'],
    ['composer', 'composer.json'],
    ['mix', 'mix.exs'],
    [
      'docker podman docker-compose',
      'compose.yaml compose.yml docker-compose.yaml docker-compose.yml Dockerfile Containerfile',
    ],
  ].flatMap(([programs = '', files = '']) => programs.split(' ').map((name) => [name, files.split(' ')] as const)),
)

/** Files that run where a folder is named. */
export const entryFiles: readonly string[] = [
  ...new Set([
    ...['index', 'main'].flatMap((name) => ['js', 'cjs', 'mjs', 'ts', 'json', 'node'].map((end) => `${name}.${end}`)),
    '__main__.py',
    '__init__.py',
    'main.py',
    ...[...impliedFiles.values()].flat(),
  ]),
]

/** What interpreters add to the name of a script. */
export const scriptEndings: readonly string[] = ['', ...'.js .cjs .mjs .ts .json .node .py .rb .pl .sh'.split(' ')]

/** Endings of files that run, or say what runs. */
export const codeEnding: RegExp =
  /\.(?:[cm]?[jt]s|[jt]sx|node|wasm|sh|bash|zsh|ksh|fish|nu|py|pyz|rb|pl|pm|php|lua|ps1|psm1|bat|cmd|exe|so|dll|dylib|jar|class|java|kts?|groovy|scala|clj|exs?|jl|go|rs|swift|r|tcl|awk|mk|gradle|nix|toml)$/i

/** How files begin that a system starts: `#!`, ELF, Windows, WebAssembly, macOS. */
export const startedMagic: readonly string[] = ['2321', '7f454c46', '4d5a', '0061736d', 'cffaedfe', 'cafebabe']
