import { programOf } from './program-of.ts'

/**
 * Why no yes to a command could say what runs: by its words it may start other code each time.
 * @example commandRefusal(['npx', '-y', 'wiki-mcp']) // 'the version that would be downloaded is not pinned, as in …'
 */
export function commandRefusal(words: readonly string[]): string | undefined {
  const startsOthers = starters.has(programOf(words[0] ?? ''))
  for (const [place, word] of words.entries()) {
    const reason = startsAnything(programOf(word), { rest: words.slice(place + 1), place, startsOthers })
    if (reason !== undefined) return reason
  }
  return undefined
}

const ofShell =
  'a shell that is given a command (`sh -c`) could start anything; name the program, or a script in a file'
const ofSplitting = '`env -S` makes a command of a text, which could start anything; name the program and each argument'
const ofLauncher = 'the version that would be downloaded is not pinned, as in `name@1.2.3`'

function startsAnything(
  name: string,
  { rest, place, startsOthers }: { rest: readonly string[]; place: number; startsOthers: boolean },
): string | undefined {
  if (shells.has(name) || windowsShells.has(name))
    return isGivenCommand(rest) || (place === 0 && windowsShells.has(name)) ? ofShell : undefined
  if (name === 'env') return startsOthers && isSplitting(rest) ? ofSplitting : undefined
  const launcher = launchers.get(name)
  if (launcher === undefined) return undefined
  const runner = launcher.isRunner ? 0 : rest.findIndex((word) => runners.has(word)) + 1
  if (!launcher.isRunner && runner === 0) return undefined
  const packages = packagesOf(rest.slice(runner), launcher.options)
  return packages.length === 0 || !packages.every((one) => exactVersion.test(one)) ? ofLauncher : undefined
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish'])
/** Whatever else they are given, they take it for a command. */
const windowsShells = new Set(['cmd', 'powershell', 'pwsh'])

/** Options end at the script that is started. */
function isGivenCommand(words: readonly string[]): boolean {
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? ''
    if (/^(?:-[a-z]*c[a-z]*|--(?:init-)?command(?:=.*)?|\/[ck])$/i.test(word)) return true
    if (!/^[-+/]/.test(word)) return false
    if (/^(?:[-+]o|--rcfile|--init-file)$/i.test(word)) place += 1
  }
  return false
}

/** Options of `env` end at the program that it starts; what is joined to `-S` counts, and so does a shortened name. */
function isSplitting(words: readonly string[]): boolean {
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? ''
    if (/^-[^-uCPaLUf]*S/.test(word) || isSplitName(word)) return true
    // A name to unset, a folder, a user, a file: the next word, unless the rest of this one is it (`-uMAIL`).
    if (/^(?:-[^-=uCPaLUf]*[uCPaLUf]|--[aucf][a-z0-9-]*)$/.test(word)) place += 1
    else if (word === '--' || !/^-|=/.test(word)) return false
  }
  return false
}

function isSplitName(word: string): boolean {
  const [name = ''] = word.split('=', 1)
  return name.startsWith('--s') && '--split-string'.startsWith(name)
}

type LauncherOptions = {
  /** Whose value is what is downloaded and started. */
  readonly packages: ReadonlySet<string>
  /** Whose value is downloaded beside it. */
  readonly others: ReadonlySet<string>
  /** Whose value is of no matter. */
  readonly valued: ReadonlySet<string>
}

const ofNode: LauncherOptions = {
  packages: new Set(['-p', '--package']),
  others: new Set(),
  valued: new Set(['--registry', '--cache', '--prefix', '--userconfig', '--loglevel', '-w', '--workspace']),
}
const ofPython: LauncherOptions = {
  packages: new Set(['--from', '--spec']),
  others: new Set(['--with', '-w']),
  valued: new Set(['-p', '--python', '--index-url', '--default-index', '--index', '--directory', '--project']),
}

type Launcher = {
  /** Whether it downloads and starts without a word such as `exec`. */
  readonly isRunner: boolean
  readonly options: LauncherOptions
}

const launchers: ReadonlyMap<string, Launcher> = new Map([
  ...['npx', 'bunx', 'pnpx'].map((name): [string, Launcher] => [name, { isRunner: true, options: ofNode }]),
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name): [string, Launcher] => [name, { isRunner: false, options: ofNode }]),
  ...['uv', 'pipx'].map((name): [string, Launcher] => [name, { isRunner: false, options: ofPython }]),
  ['uvx', { isRunner: true, options: ofPython }],
])

/** Programs that start the one they are given; to any other, `env` is a word like the rest. */
const starters: ReadonlySet<string> = new Set([
  ...[
    'env nice ionice nohup timeout time stdbuf setsid setarch setpriv taskset chrt prlimit arch caffeinate',
    'sudo doas su runuser gosu su-exec chroot unshare nsenter bwrap firejail docker podman ssh wsl',
    'xargs find parallel watch flock script strace ltrace busybox toybox tini dumb-init',
    'systemd-run dbus-run-session xvfb-run',
  ].flatMap((line) => line.split(' ')),
  ...shells,
  ...windowsShells,
  ...launchers.keys(),
])

const runners = new Set(['exec', 'x', 'dlx', 'run', 'create', 'init'])

/** Options without a value; of one that is not known nobody can tell whether the next word is its value. */
const flags =
  /^(?:-y|--yes|-q|--quiet|-s|--silent|-v|--verbose|--bun|--isolated|--offline|--prefer-offline|--no-cache)$/

/** What is downloaded; none if that can't be told. */
function packagesOf(words: readonly string[], { packages, others, valued }: LauncherOptions): readonly string[] {
  const started: string[] = []
  const beside: string[] = []
  let place = 0
  for (; place < words.length; place += 1) {
    const word = words[place] ?? ''
    if (word === '--') continue
    if (!word.startsWith('-')) break
    const [, name = word, value] = /^(--[^=]+)=(.*)$/.exec(word) ?? []
    if (flags.test(name)) continue
    const isOfPackage = packages.has(name)
    if (!isOfPackage && !others.has(name) && !valued.has(name)) return []
    if (value === undefined) place += 1
    const given = value ?? words[place] ?? ''
    if (isOfPackage) started.push(given)
    else if (others.has(name)) beside.push(given)
  }
  // Where packages are named by options, the first word is a command of them.
  const first = words.slice(place, place + 1)
  return started.length > 0 ? [...started, ...beside] : first.length > 0 ? [...first, ...beside] : []
}

/** `name@1.2.3`, `name==1.2.3`, `owner/name#<commit>`. */
const exactVersion =
  /^(?:(?:@[\w.~-]+\/)?[\w.~-]+@v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?|[\w.-]+(?:\[[\w,.-]+\])?==v?\d+(?:\.\d+)+[\w.+!-]*|[\w.:/@+-]+[#@][0-9a-f]{40})$/
