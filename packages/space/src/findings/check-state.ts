import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Finding, errorFinding } from '@datacortex/errors'
import { type SpacePaths, outsideSpace } from '@datacortex/platform'

/**
 * Links in the state of a space that lead out of it: nothing is written through them, and who sent the space may have
 * meant them to be.
 */
export async function checkState(
  paths: SpacePaths,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly Finding[]> {
  const links = [paths.stateDirectory]
  const folders = [paths.stateDirectory]
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    signal?.throwIfAborted()
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      if (entry.isSymbolicLink()) links.push(join(next, entry.name))
      else if (entry.isDirectory()) folders.push(join(next, entry.name))
    }
  }
  const findings: Finding[] = []
  for (const link of links) {
    const reason = await outsideSpace(link)
    if (reason !== undefined) findings.push(leadsOut(relative(paths.root, link).split(sep).join('/'), reason))
    // Everything below would say the same.
    if (reason !== undefined && link === paths.stateDirectory) return findings
  }
  return findings
}

function leadsOut(subject: string, reason: string): Finding {
  return errorFinding('STATE_LEADS_OUT', subject, {
    message: `${subject} is not written: ${reason}`,
    hint: 'Look at where it leads, and remove the link.',
  })
}
