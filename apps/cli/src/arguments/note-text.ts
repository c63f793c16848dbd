import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import { UsageError } from '../errors.ts'
import { readStdin } from './read-stdin.ts'

/**
 * The text of a note, without blank lines at its end.
 *
 * @param paths - Of the space, whose settings limit what comes from stdin.
 * @param given - The text, or `-` for stdin.
 * @throws {@link UsageError} if it is blank; {@link StdinTooLargeError}.
 */
export async function noteText(paths: SpacePaths, given: string): Promise<string> {
  const { ingest } = await readSettings(paths)
  const text =
    given === '-' ? new TextDecoder().decode(await readStdin(process.stdin, { maxBytes: ingest.max_bytes })) : given
  if (text.trim() !== '') return text.replace(/\s+$/, '')
  throw new UsageError({
    message: 'The note has no text. Nothing was written.',
    hint: 'datacortex note new "Spring tides" --text "They come two days after the new moon."',
  })
}
