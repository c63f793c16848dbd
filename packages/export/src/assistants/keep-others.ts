import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, warningFinding } from '@datacortex/errors'
import { ifRefused } from '@datacortex/platform'
import type { ExportFile } from '../publish/write-export.ts'

/** Files for a folder in which people write too: what is there with another content stays and is reported. */
export function keepOthers(
  texts: readonly { readonly subject: string; readonly path: string; readonly text: string }[],
  { out, replace, tell }: { out: string; replace: boolean; tell: (finding: Finding) => void },
): readonly ExportFile[] {
  return texts.map(({ subject, path, text }) => ({
    path,
    text: async (existing) => {
      const place = join(out, path)
      // Also what can't be read as text.
      const isOther =
        existing !== text && (existing !== undefined || (await lstat(place).catch(ifRefused(undefined))) !== undefined)
      if (!isOther || replace) return text
      const message = `${path} is there with another content and was left as it is.`
      tell(warningFinding('EXPORT_FILE_THERE', subject, { message, hint: 'Write it anew with --replace.' }))
      return undefined
    },
  }))
}
