import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, posix, relative, sep } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { mediaTypeOf, relativeParts, resolveInside, secretPlace, systemErrorCode } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import { sinceBegan } from '../../checks/output-exists.ts'
import type { ExecutionOutput } from '../../log/execution-record.ts'

/** A file that is part of an answer: those who asked may have it, wherever they are, unless it is withheld. */
export type AnswerFile = {
  /** Relative to the root of the space. */
  readonly path: string
  readonly media_type: string
  readonly size_bytes: number
  /** Why it stays here. */
  readonly withheld?: string | undefined
}

/** What was looked at for secrets; a larger file is withheld. */
const mostBytes = 50_000_000
const mostFiles = 100

/** The files that an answer names, by lines `FILE: reports/bees.pdf`: so any program says which of its files belong to it. */
export function namedFiles(text: string, root: string): NonNullable<RunnerResult['outputs']> {
  const lines = text.matchAll(/^[ \t]*FILE:[ \t]*(\S.*)$/gm)
  return [...lines].map(([, name = '']) => {
    const path = name.trim().replace(/^(["'`])(.*)\1$/, '$2')
    return { path: isAbsolute(path) ? relative(root, path).split(sep).join('/') : posix.normalize(path) }
  })
}

export type AnswerFilesOptions = {
  readonly root: string
  readonly startedAt: Date
  /** Whether it is within what the agent may write. */
  readonly mayWrite: (path: string) => boolean
  /** Why the agent may not be shown a path; undefined if it may. */
  readonly whyHidden: (path: string) => string | undefined
  readonly holdsSecret: (text: string) => boolean
}

/** Which of the files that a run named may leave the space, and why others may not. */
export async function answerFiles(
  outputs: readonly ExecutionOutput[],
  options: AnswerFilesOptions,
): Promise<readonly AnswerFile[]> {
  const files: AnswerFile[] = []
  for (const { path } of outputs.slice(0, mostFiles)) {
    const found = await fileAt(path, options)
    files.push({ path, media_type: mediaTypeOf(path), size_bytes: 0, ...found })
  }
  return files
}

async function fileAt(
  path: string,
  { root, startedAt, mayWrite, whyHidden, holdsSecret }: AnswerFilesOptions,
): Promise<Partial<AnswerFile>> {
  const isHidden = relativeParts(path).some((part) => part.startsWith('.'))
  if (isHidden || secretPlace(path) !== undefined) return { withheld: 'it is hidden' }
  // What it may not be shown it can't have been asked for; what it may not write is not its work.
  if (whyHidden(path) !== undefined) return { withheld: 'it is private' }
  if (!mayWrite(path.normalize('NFC'))) return { withheld: 'the agent may not write there' }
  try {
    const file = await resolveInside(root, path).catch(codedError)
    const found = CodedError.is(file) ? undefined : await stat(file)
    if (CodedError.is(file) || found?.isFile() !== true) return { withheld: 'it is no file of the space' }
    // Else whatever an agent is talked into naming would go out.
    if (!sinceBegan(found, startedAt)) return { withheld: 'it was there before' }
    if (found.size > mostBytes) return { withheld: 'it is too large' }
    const isSecret = holdsSecret(await readFile(file, 'utf8'))
    return { size_bytes: found.size, ...(isSecret ? { withheld: 'it holds a secret of the space' } : {}) }
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return { withheld: 'it can not be read' }
  }
}
