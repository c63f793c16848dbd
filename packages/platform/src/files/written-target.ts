import { realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Below, isInside, linkFreeFrom, linkInWay } from './hold-folder.ts'
import { ifMissing } from './if-missing.ts'
import { isLink } from './is-link.ts'
import { danglingLink } from './system-error-reason.ts'

/** The file that is meant by a path: what a link leads to, where links are followed, as people keep `agents.yaml` with dotfiles. */
export async function writtenTarget(file: string, { below }: Below): Promise<Below & { readonly target: string }> {
  if (!(await isLink(file))) return { target: file, below }
  const real = await realpath(file).catch(ifMissing(undefined))
  const root = linkFreeFrom(file, { below })
  if (root !== undefined && isOwn(file)) throw linkInWay(file, file)
  if (real === undefined) throw new Error(danglingLink)
  if (root === undefined || basename(real) === basename(file) || isInside(await realpath(root), real))
    return { target: real }
  throw linkInWay(file, file)
}

/** Whether the program keeps it for itself, and no person writes it. */
function isOwn(file: string): boolean {
  return /[/\\]\.datacore[/\\](?:state|cache|env|modules)[/\\]/.test(resolve(file))
}
