import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { warningFinding } from '@datacortex/errors'
import { ifMissing } from '@datacortex/platform'
import type { ExportFile } from '../publish/write-export.ts'

/** What a host is given, and the agent that it is about. */
export type HostText = { readonly subject: string; readonly path: string; readonly text: string }

/** Files for a folder in which people write too: what is there with another content stays and is told. */
export function keepOthers(
  texts: readonly HostText[],
  {
    out,
    replace,
    tell,
  }: { readonly out: string; readonly replace: boolean; readonly tell: (finding: Finding) => void },
): readonly ExportFile[] {
  return texts.map(({ subject, path, text }) => ({
    path,
    text: async (existing) => {
      const isOther = existing !== text && (existing !== undefined || (await isThere(join(out, path))))
      if (!isOther || replace) return text
      tell(fileThere(subject, path))
      return undefined
    },
  }))
}

/** Also of what can't be read as text. */
async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(() => true, ifMissing(false))
}

function fileThere(subject: string, path: string): Finding {
  return warningFinding('EXPORT_FILE_THERE', subject, {
    message: `${path} is there with another content and was left as it is.`,
    hint: 'Write it anew with --replace.',
  })
}
