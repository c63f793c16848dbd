import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { secretPlace } from '@datacortex/memory'
import { CodedError } from '@datacortex/errors'
import { relativeParts, resolveInside, systemErrorCode } from '@datacortex/platform'
import type { Runner, SubAgent, SubAgentInput } from '@datacortex/plugin'
import { checkExtraction } from '@datacortex/plugin'
import { RunnerInputRefusedError } from '../errors.ts'

const maxFileBytes = 200_000_000

/**
 * Runs an agent by its own code. What the task names is handed over: a file of the space, an address, or else the words
 * of the task as a text.
 *
 * @param subAgent - Started.
 * @param options - `accepts`: what the manifest says it takes, for the error.
 */
export function codeRunner(subAgent: SubAgent, { accepts }: { readonly accepts: readonly string[] }): Runner {
  return {
    async run({ agent, task, directory }, { signal, onOutput }) {
      signal.throwIfAborted()
      const inputs = await inputsOf(task, directory)
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

/** The most telling one first. */
async function inputsOf(task: string, directory: string): Promise<readonly SubAgentInput[]> {
  const words = task.trim()
  const text = { contentType: 'text/plain', name: 'task.txt', bytes: Buffer.from(task) }
  if (/^https?:\/\/\S+$/i.test(words))
    return [{ ...text, contentType: 'text/uri-list', name: words, url: words, bytes: Buffer.from(words) }, text]
  const file = words.includes('\n') ? undefined : await fileInput(words, directory)
  return file === undefined ? [text] : [file, text]
}

async function fileInput(path: string, directory: string): Promise<SubAgentInput | undefined> {
  try {
    if (secretPlace(relativeParts(path).join('/')) !== undefined) return undefined
    const file = await resolveInside(directory, path)
    // Asked before it is opened: opening a named pipe waits for a writer.
    const found = await stat(file)
    if (!found.isFile() || found.size > maxFileBytes) return undefined
    return { contentType: contentTypeOf(path), name: basename(path), bytes: await readFile(file) }
  } catch (error) {
    // Most tasks are words and no path.
    if (CodedError.is(error, 'PLATFORM_PATH_REFUSED') || systemErrorCode(error) !== undefined) return undefined
    throw error
  }
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
