import { readFile, stat } from 'node:fs/promises'
import { CodedError, codedError } from '@datacortex/errors'
import { resolveInside } from '@datacortex/platform'
import type { OutputOf } from '@datacortex/space'
import { isAccepted } from '../a2a/accepted-parts.ts'
import type { Part } from '../a2a/wire.ts'
import { isDeep } from '../http/read-json-body.ts'
import type { ServedFile } from '../http/answer-file.ts'
import { withoutFileLines } from './answer-marks.ts'

export type Ended = Extract<OutputOf<'run'>, { readonly execution_id: string }>

export type AnswerOptions = {
  readonly root: string
  /** Of the files of an answer that stand in it, together. */
  readonly inlineBytes: number
  /** Media types that the client takes; all if there are none. */
  readonly accepted: readonly string[]
  /** The address of the file of a task, by its place. */
  readonly urlOf: (place: number) => string
}

/** What a run came to as parts: data where the answer is JSON or has a type, the text, and the files that belong to it. */
export async function answerParts(
  text: string,
  { result, discovery, files = [] }: Pick<Ended, 'result' | 'discovery' | 'files'>,
  { root, inlineBytes, accepted, urlOf }: AnswerOptions,
) {
  const parts: Part[] = []
  const served: ServedFile[] = []
  const withheld: { readonly path: string; readonly reason: string }[] = []
  let left = inlineBytes
  for (const { path, media_type: type, withheld: reason } of files) {
    const keep = (why: string): void => void withheld.push({ path, reason: why })
    if (reason !== undefined) keep(reason)
    else if (!isAccepted(type, accepted)) keep(`${type} is not accepted`)
    else {
      const read = await contentOf({ root, path, left }).catch(codedError)
      if (CodedError.is(read)) keep('it can not be read')
      else {
        const { raw, size, mtimeMs } = read
        if (raw === undefined) served.push({ path, type, isShown: false, as: { size, mtimeMs } })
        else left -= size
        const content = raw === undefined ? { url: urlOf(served.length) } : { raw }
        parts.push({ ...content, filename: path.slice(path.lastIndexOf('/') + 1), mediaType: type })
      }
    }
  }
  const words = withoutFileLines(
    text,
    files.map(({ path }) => path),
  )
  const printed = discovery === undefined ? structureIn(words) : undefined
  const data = isStructure(result) ? result : printed
  return {
    parts: [
      ...(data === undefined ? [] : [{ data, mediaType: 'application/json' }]),
      ...(words === '' ? [] : [{ text: words }]),
      // What the agent found elsewhere, as its tool answered it, for clients that show it.
      ...(discovery === undefined ? [] : [{ data: discovery, mediaType: 'application/json' }]),
      ...parts,
    ],
    served,
    withheld,
  }
}

async function contentOf({ root, path, left }: { root: string; path: string; left: number }) {
  const file = await resolveInside(root, path)
  const { size, mtimeMs } = await stat(file)
  return { size, mtimeMs, raw: size > left ? undefined : await readFile(file, 'base64') }
}

const mostDataCharacters = 1_000_000

/** The map or list that is the whole of an answer, in a fence or bare. */
function structureIn(text: string): unknown {
  const bare = /^```(?:json)?\n([\s\S]*)\n```$/.exec(text.trim())?.[1] ?? text.trim()
  if (!/^[[{]/.test(bare) || bare.length > mostDataCharacters || isDeep(bare)) return undefined
  try {
    const value: unknown = JSON.parse(bare)
    return isStructure(value) ? value : undefined
  } catch {
    // Words that begin with a bracket.
    return undefined
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
