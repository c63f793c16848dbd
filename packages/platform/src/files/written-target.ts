import { realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Below, linkFreeFrom, linkInWay } from './hold-folder.ts'
import { ifThere } from './if-there.ts'
import { isLink } from './is-link.ts'
import { danglingLink } from './system-error-reason.ts'

/**
 * The file that is meant by a path: what a link leads to, where links are followed. People keep their `agents.yaml` with
 * their dotfiles; a space from somewhere else must not have it written into another file of theirs.
 */
export async function writtenTarget(file: string, { below }: Below): Promise<Below & { readonly target: string }> {
  if (!(await isLink(file))) return { target: file, below }
  const real = await ifThere(realpath(file))
  const isFree = linkFreeFrom(file, { below }) === undefined
  if (real === undefined && (isFree || !isOwn(file))) throw new Error(danglingLink)
  if (real === undefined || !(isFree || (!isOwn(file) && basename(real) === basename(file))))
    throw linkInWay(file, file)
  return { target: real }
}

/** Whether the program keeps it for itself, and no person writes it. */
function isOwn(file: string): boolean {
  return /[/\\]\.datacore[/\\](?:state|cache|env|modules)[/\\]/.test(resolve(file))
}
