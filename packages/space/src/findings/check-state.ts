import { relative, sep } from 'node:path'
import { type Finding, errorFinding } from '@datacortex/errors'
import { type SpacePaths, linksIn } from '@datacortex/platform'

/** Links in the state and the cache: nothing is written through them, and who sent the space may have meant it to be. */
export function checkState({ root, stateDirectory, cacheDirectory }: SpacePaths): readonly Finding[] {
  const links = [stateDirectory, cacheDirectory].flatMap((folder) => linksIn(folder).links)
  return links.map((link) => leadsOut(relative(root, link).split(sep).join('/')))
}

function leadsOut(subject: string): Finding {
  return errorFinding('STATE_LEADS_OUT', subject, {
    message: `${subject} is a symbolic link, and nothing is written through one`,
    hint: 'Look at where it leads, and remove the link.',
  })
}
