import { delimiter, relative } from 'node:path'
import { isInside } from '../files/hold-folder.ts'
import { sha256 } from '../hash.ts'
import { visibleText } from '../visible-text.ts'
import { commandRefusal } from './command-refusal.ts'
import { isLoaderVariable } from './loader-variables.ts'
import { namedFiles } from './named-files.ts'
import { programPath, relativeEntry } from './program-path.ts'

export type CommandToBind = {
  /** Program and arguments; what is no text can't be started, and is bound as it is. */
  readonly words: readonly unknown[]
  /** In which it is started, without links. */
  readonly directory: string
  /** What stands for that folder in the yes, where its user moved it after the first; the folder itself if absent. */
  readonly boundTo?: string | undefined
  /** Whose it is, such as `the source wiki`: another one is asked about anew. */
  readonly of: string
  /** Variables beside the ordinary ones -> values; undefined where only the name is the space's. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  /** Names of secrets that it is handed otherwise. */
  readonly secrets?: readonly string[] | undefined
}

/** What a yes to a command is about. */
export type BoundCommand = {
  /** Everything that a yes holds for, by what it is: `command`, `folder`, `program`, `variable KEY`, `file bin/a.js`. */
  readonly facts: Readonly<Record<string, string>>
  /** Of all facts, in hexadecimal: whatever changes is another command. */
  readonly digest: string
  /** Program and arguments as JSON, with everything unseen spelled out. */
  readonly command: string
  /** Files that it runs: relative to its folder, or absolute. */
  readonly scripts: readonly string[]
  /** What no yes can cover, in plain words. */
  readonly uncovered: readonly string[]
  /** Why it is never started, also after a yes. */
  readonly refusal: string | undefined
}

/**
 * All that can be named of a command, so that a yes to it is to nothing else: its words, the program that they start
 * now, the files that it runs, its folder, its variables with their values, and the names of its secrets.
 * @param command - As the settings have it. Nothing is started.
 * @example (await bindCommand({ words: ['node', 'a.js'], directory: '/desk', of: 'the source a' })).scripts // ['a.js']
 */
export async function bindCommand(command: CommandToBind): Promise<BoundCommand> {
  const { words, directory, boundTo = directory, of, variables = {}, secrets = [] } = command
  const texts = words.map((word) => (typeof word === 'string' && !word.includes('\0') ? word : ''))
  const path = variables['PATH'] ?? process.env['PATH']
  const program = await programPath(texts[0] ?? '', { directory, path })
  const files = await namedFiles(texts, { directory, program })
  const exact = JSON.stringify(words)
  const facts = {
    of,
    command: exact,
    folder: boundTo,
    // Relative where it lies in the folder, which may be moved.
    program:
      program === undefined ? 'not there' : isInside(directory, program) ? relative(directory, program) : program,
    ...variableFacts(variables),
    ...Object.fromEntries(secrets.map((name) => [`secret ${name}`, fromOutside])),
    ...Object.fromEntries(files.map((file) => [`file ${file.path}`, `SHA-256 ${file.hash}`])),
  }
  return {
    facts,
    digest: factsDigest(facts),
    command: visibleText(exact),
    scripts: files.map((file) => file.path),
    uncovered: uncoveredBy(texts),
    refusal: refusalOf(command, path),
  }
}

/**
 * The digest of facts that a yes is about, whatever their order.
 * @param facts - What it is -> its value.
 * @example factsDigest({ command: '["claude"]', folder: '/desk' })
 */
export function factsDigest(facts: Readonly<Record<string, string>>): string {
  return sha256(JSON.stringify(Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1))))
}

const fromOutside = 'from .datacore/env or your environment'

/**
 * Variables as facts: their values, and of a value that looks like a secret only its hash.
 * @param variables - Name -> value; undefined if it is in `.datacore/env` or the environment.
 * @example variableFacts({ STAGE: 'test' }) // { 'variable STAGE': 'test' }
 */
export function variableFacts(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const facts = Object.entries(variables).map(([name, value]) => {
    const isSecret = secretName.test(name) && value !== undefined && !value.includes('{api_key}')
    const shown = isSecret ? `not shown (SHA-256 ${sha256(value)})` : value
    return [`variable ${name}`, shown ?? fromOutside] as const
  })
  return Object.fromEntries(facts)
}

const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE/i

function uncoveredBy(words: readonly string[]): readonly string[] {
  const opaque = commandRefusal(words)
  return [
    'what it imports, includes or reads while it runs, and what it gets from the network',
    'programs that it starts by a name on PATH',
    ...(opaque === undefined ? [] : [`what its words start: ${opaque}`]),
  ]
}

/** Anyone who sets these decides what runs, and no yes could say what that is. */
function refusalOf({ directory, variables = {} }: CommandToBind, path: string | undefined): string | undefined {
  const loader = Object.keys(variables).find(isLoaderVariable)
  if (loader !== undefined)
    return `the variable ${visibleText(loader)} makes programs run other code than is named, so a space may not set it`
  const entry = relativeEntry(path)
  if (entry !== undefined)
    return `PATH has the relative entry ${visibleText(JSON.stringify(entry))}, under which a folder from elsewhere could bring any program`
  const own = variables['PATH']?.split(delimiter).find((one) => isInside(directory, one))
  return own === undefined ? undefined : `its PATH leads to ${visibleText(own)}, a folder of the space`
}
