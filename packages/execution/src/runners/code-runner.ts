import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, extname, relative, sep } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { resolveInside, secretPlace, systemErrorCode } from '@datacortex/platform'
import type { Runner, SubAgent, SubAgentInput } from '@datacortex/plugin'
import { checkExtraction } from '@datacortex/plugin'
import { RunnerInputClosedError, RunnerInputRefusedError } from '../errors.ts'

const maxFileBytes = 200_000_000

/** What the code of an agent is handed. */
export type CodeRunnerOptions = {
  /** What the manifest says it takes, for the error. */
  readonly accepts: readonly string[]
  /** Why the agent may not be shown a path of the space; undefined if it may. */
  readonly closed: (path: string) => string | undefined
}

/**
 * Runs an agent by its own code. What the task names is handed over: a file of the space, an address, or else the words
 * of the task as a text.
 *
 * @param subAgent - Started.
 * @param options - What it takes and may be shown.
 */
export function codeRunner(subAgent: SubAgent, { accepts, closed }: CodeRunnerOptions): Runner {
  return {
    async run({ agent, task, directory }, { signal, onOutput }) {
      signal.throwIfAborted()
      const inputs = await inputsOf(task, { directory, agent: agent.id, closed })
      const input = inputs.find((input) => subAgent.accepts(input))
      if (input === undefined)
        throw new RunnerInputRefusedError({
          agent: agent.id,
          tried: inputs.map(({ contentType }) => contentType),
          accepts,
        })
      const extracted: unknown = await subAgent.extract(input, { signal })
      const { documents, findings, handOver } = checkExtraction(extracted, { name: agent.id })
      const answer = documents.map(({ title, text }) => (title === '' ? text : `# ${title}\n\n${text}`)).join('\n\n')
      onOutput?.(answer)
      const other = handOver === undefined ? [] : [`${handOver.name} is ${handOver.contentType}: for another agent`]
      return { text: answer, remarks: [...findings.map(({ message }) => message), ...other] }
    },
  }
}

type InputPlace = Pick<CodeRunnerOptions, 'closed'> & { readonly directory: string; readonly agent: string }

/** The most telling one first. */
async function inputsOf(task: string, place: InputPlace): Promise<readonly SubAgentInput[]> {
  const words = task.trim()
  const text = { contentType: 'text/plain', name: 'task.txt', bytes: Buffer.from(task) }
  if (/^https?:\/\/\S+$/i.test(words))
    return [{ ...text, contentType: 'text/uri-list', name: words, url: words, bytes: Buffer.from(words) }, text]
  const file = words.includes('\n') ? undefined : await fileInput(words, place)
  return file === undefined ? [text] : [file, text]
}

async function fileInput(path: string, place: InputPlace): Promise<SubAgentInput | undefined> {
  const { directory } = place
  try {
    const file = await resolveInside(directory, path)
    // Asked before it is opened: opening a named pipe waits for a writer.
    const found = await stat(file)
    if (!found.isFile()) return undefined
    // As the disk spells it, which may not tell upper from lower case.
    const named = relative(await realpath(directory), await realpath(file))
    refuseClosed(named.split(sep).join('/'), { ...place, sizeBytes: found.size })
    return { contentType: contentTypeOf(path), name: basename(path), bytes: await readFile(file) }
  } catch (error) {
    // Most tasks are words and no path.
    const isNoPath = CodedError.is(error)
      ? CodedError.is(error, 'PLATFORM_PATH_REFUSED')
      : systemErrorCode(error) !== undefined
    if (!isNoPath) throw error
    return undefined
  }
}

/** The words of the task instead would be an answer to something that nobody asked. */
function refuseClosed(path: string, { agent, closed, sizeBytes }: InputPlace & { readonly sizeBytes: number }): void {
  const tooLarge =
    sizeBytes > maxFileBytes
      ? `it has ${sizeBytes.toLocaleString('en')} bytes, more than ${maxFileBytes.toLocaleString('en')}`
      : undefined
  const never = secretPlace(path) ?? tooLarge
  if (never !== undefined) throw new RunnerInputClosedError({ agent, path, reason: never, hint: 'Name another file.' })
  const reason = closed(path)
  if (reason !== undefined) throw new RunnerInputClosedError({ agent, path, reason })
}

const contentTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.epub': 'application/epub+zip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.org': 'text/org',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
}

function contentTypeOf(path: string): string {
  return contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'
}
