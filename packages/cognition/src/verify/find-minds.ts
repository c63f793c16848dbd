import { basename, join } from 'node:path'
import { agentsWithIdentity, isFolder, isThere, spacePaths } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { readEntries } from '../identity/check-identity.ts'
import { mindsFolder } from '../mind.ts'
import { sharedFolder } from '../sharing/remote.ts'
import type { MindFiles } from './implementation.ts'

/**
 * The agents of a folder, in the layout of the specification (`identity.yaml` beside `knowledge/` and `logs/`) or of a space.
 *
 * @throws `COGNITION_NOTHING_TO_VERIFY` if there is no identity.
 */
export async function findMinds(folder: string): Promise<readonly MindFiles[]> {
  const here = { folder, entries: await readEntries(folder) }
  if (await isThere(join(folder, 'identity.yaml')))
    return [{ ...here, ...filesIn(folder, folder, join(folder, 'knowledge')), agent: basename(folder) }]
  const paths = spacePaths(folder)
  const agents = (await isFolder(paths.agentsDirectory)) ? await agentsWithIdentity(paths) : []
  if (agents.length === 0) throw cognitionError('COGNITION_NOTHING_TO_VERIFY', { folder })
  const { root } = await mindsFolder(paths)
  return agents.map((agent) => ({
    ...here,
    ...filesIn(join(paths.agentsDirectory, agent), join(root, agent), join(root, sharedFolder)),
    agent,
  }))
}

function filesIn(own: string, mind: string, shared: string) {
  return {
    identity: join(own, 'identity.yaml'),
    peers: join(own, 'peers.yaml'),
    knowledge: join(mind, 'knowledge'),
    shared,
    logs: join(mind, 'logs'),
  }
}
