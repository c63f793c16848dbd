import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, relative, sep } from 'node:path'
import { CodedError } from '@datacortex/errors'
import {
  mediaTypeOf,
  relativeParts,
  resolveInside,
  secretPlace,
  systemErrorCode,
  systemErrorReason,
} from '@datacortex/platform'
import type { SubAgentInput } from '@datacortex/plugin'
import { executionError } from '../errors.ts'

const maxFileBytes = 200_000_000

export type InputPlace = {
  readonly directory: string
  readonly agent: string
  /** Why the agent may not be shown a path of the space; undefined if it may. */
  readonly whyHidden: (path: string) => string | undefined
}

/** What a task names, in the order in which it is offered, and what else looks like a name in it. */
export type NamedInputs = { readonly inputs: readonly SubAgentInput[]; readonly unread: readonly string[] }

/** What a task hands over to code: the file of the space or the address that it is, or else its words as a text. */
export async function namedInputs(task: string, place: InputPlace): Promise<NamedInputs> {
  const words = task.trim()
  const text = { contentType: 'text/plain', name: 'task.txt', bytes: Buffer.from(task) }
  if (/^https?:\/\/\S+$/i.test(words)) {
    const address = { ...text, contentType: 'text/uri-list', name: words, url: words, bytes: Buffer.from(words) }
    return { inputs: [address, text], unread: [words] }
  }
  if (looksLikePath(words) && !/\s/.test(words)) return { inputs: [await readNamed(words, place)], unread: [] }
  const file = words.includes('\n') ? undefined : await readIfNamed(words, place)
  if (file === undefined) return { inputs: [text], unread: namesIn(words) }
  return looksLikePath(words) ? { inputs: [file], unread: [] } : { inputs: [file, text], unread: [words] }
}

// A letter is in every ending, so that numbers are none.
const ending = /[^./\s]\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i

function looksLikePath(words: string): boolean {
  return words.includes('/') || ending.test(words) || secretPlace(words) !== undefined
}

async function readNamed(path: string, place: InputPlace): Promise<SubAgentInput> {
  const { agent } = place
  try {
    // Before anything is looked for: that a file of a hidden folder is missing would tell, too.
    const named = relativeParts(path).join('/')
    const refused = hiddenReason(named, place)
    if (refused !== undefined) throw executionError('RUNNER_INPUT_CLOSED', { agent, path: named, ...refused })
    const found = await readFound(await resolveInside(place.directory, path), { ...place, path })
    if (typeof found !== 'string') return found
    throw executionError('RUNNER_INPUT_UNREADABLE', { agent, path, reason: found })
  } catch (error) {
    if (CodedError.is(error, 'PLATFORM_PATH_REFUSED')) throw outside(path, { agent, error })
    const code = CodedError.is(error) ? undefined : systemErrorCode(error)
    if (code === undefined) throw error
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    const reason = isMissing ? missing : systemErrorReason(error)
    throw executionError('RUNNER_INPUT_UNREADABLE', { agent, path, reason }, { cause: error })
  }
}

/** The file of a task that may as well be words; most are. */
async function readIfNamed(path: string, place: InputPlace): Promise<SubAgentInput | undefined> {
  try {
    const found = await readFound(await resolveInside(place.directory, path), { ...place, path })
    return typeof found === 'string' ? undefined : found
  } catch (error) {
    const isNoPath = CodedError.is(error)
      ? CodedError.is(error, 'PLATFORM_PATH_REFUSED')
      : systemErrorCode(error) !== undefined
    if (!isNoPath) throw error
    return undefined
  }
}

/** The file, or what else lies there. */
async function readFound(file: string, { path, ...place }: InputPlace & { readonly path: string }) {
  // Asked before it is opened: opening a named pipe waits for a writer.
  const found = await stat(file)
  if (!found.isFile()) return found.isDirectory() ? 'it is a folder' : 'it is no file'
  // As the disk spells it, which may not tell upper from lower case.
  const named = relative(await realpath(place.directory), await realpath(file))
  if (hiddenReason(named.split(sep).join('/'), place) !== undefined) return missing
  if (found.size > maxFileBytes) throw tooLarge(path, { agent: place.agent, sizeBytes: found.size })
  return { contentType: mediaTypeOf(path), name: basename(path), bytes: await readFile(file) }
}

const missing = 'there is no such file in the space'

function hiddenReason(path: string, { whyHidden }: Pick<InputPlace, 'whyHidden'>) {
  const secret = secretPlace(path)
  if (secret !== undefined) return { reason: secret, hint: 'Name another file.' }
  const reason = whyHidden(path)
  return reason === undefined ? undefined : { reason }
}

function tooLarge(path: string, { agent, sizeBytes }: { agent: string; sizeBytes: number }): CodedError {
  const reason = `it has ${sizeBytes.toLocaleString('en')} bytes, more than ${maxFileBytes.toLocaleString('en')}`
  return executionError('RUNNER_INPUT_CLOSED', { agent, path, reason, hint: 'Name another file.' })
}

function outside(path: string, { agent, error }: { agent: string; error: CodedError }): CodedError {
  const given = String(error.details['reason'])
  const reason = /absolute|leaves/.test(given) ? `${given}, and only files of the space are read` : given
  const hint = 'Name a file of the space, by its path from the root of the space and not by a link.'
  return executionError('RUNNER_INPUT_CLOSED', { agent, path, reason, hint })
}

const mostNames = 5
// A text that is to be worked on names whatever it likes.
const longestRequest = 1000

/** Paths and addresses inside of words. */
function namesIn(words: string): readonly string[] {
  if (words.length > longestRequest) return []
  const bare = words.split(/\s+/).map((word) => word.replace(/^[("'`<[]+|[)"'`>\],.;:!?]+$/g, ''))
  return [...new Set(bare.filter(isName))].slice(0, mostNames)
}

function isName(word: string): boolean {
  if (/^https?:\/\/\S/i.test(word) || /^(?:\.{0,2}|~)\/[^/]/.test(word)) return true
  const hasEnding = ending.test(word)
  return hasEnding && (word.includes('/') || mediaTypeOf(word) !== mediaTypeOf(''))
}
