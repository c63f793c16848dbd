import { CodedError } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import type { RunInProgress } from './research-ports.ts'

export type FileEditor = {
  readonly changed: string[]
  /** What could not be written, and why; nothing of it is lost, since the report has it too. */
  readonly problems: string[]
  /** A file that can't be changed is a problem; only a full disk ends it, since nothing can be kept then. */
  readonly edit: (path: string, change: (text: string) => string) => Promise<void>
}

export function fileEditor(progress: Pick<RunInProgress, 'ports' | 'signal'>): FileEditor {
  const changed: string[] = []
  const problems: string[] = []
  return {
    changed,
    problems,
    edit: async (path, change) => {
      try {
        if (await editFile(path, change, progress)) changed.push(path)
      } catch (error) {
        progress.signal.throwIfAborted()
        if (!CodedError.is(error) || error.code === 'PLATFORM_FILE_UNWRITABLE') throw error
        problems.push(error.message)
      }
    },
  }
}

/** Reads, changes and writes one file if nobody changed it meanwhile; once more if somebody did. */
async function editFile(
  path: string,
  change: (text: string) => string,
  { ports, signal }: Pick<RunInProgress, 'ports' | 'signal'>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await ports.readFile(path)
    const text = change(before ?? '')
    if (text === (before ?? '')) return false
    try {
      await ports.writes.write({ path, text, expected: before === undefined ? 'absent' : sha256(before) }, { signal })
      return true
    } catch (error) {
      if (!CodedError.is(error, 'WRITES_CONFLICT') || attempt === 2) throw error
    }
  }
}
