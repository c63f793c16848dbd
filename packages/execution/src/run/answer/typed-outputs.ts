import { CodedError, codedError } from '@datacortex/errors'
import { type NoteLocations, isNoteFile, noteHead } from '@datacortex/notes'
import { type SpacePaths, readTextFile, resolveInside } from '@datacortex/platform'
import { changeOf, isGone, isSeen } from '../../checks/space-changes.ts'
import type { ExecutionOutput } from '../../log/execution-record.ts'

/** Outputs with what they are: of a note its kind, such as `zettel`. What a program says of one stays. See DIP-0016 §10.1. */
export async function typedOutputs(
  { root }: Pick<SpacePaths, 'root'>,
  outputs: readonly ExecutionOutput[],
  locations: NoteLocations,
): Promise<readonly ExecutionOutput[]> {
  const typed: ExecutionOutput[] = []
  for (const [index, output] of outputs.entries()) {
    const { path } = output
    const isNote = isNoteFile(path) && !isGone(output) && (output.type === 'file' || isSeen(output))
    const file = isNote && index < mostRead ? await resolveInside(root, path).catch(codedError) : undefined
    const read =
      file === undefined || CodedError.is(file) ? undefined : await readTextFile(file, { maxBytes: 1_000_000 })
    if (read?.ok !== true) typed.push(output)
    else {
      const { type } = noteHead(read.text, { path, locations })
      const change = isSeen(output) ? { change: changeOf(output) } : {}
      typed.push({ path, type: type === 'literature' ? 'literature-note' : type, ...change })
    }
  }
  return typed
}

const mostRead = 200
