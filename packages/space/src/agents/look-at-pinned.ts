import { type Finding, codedError, findingOf, warningFinding } from '@datacortex/errors'
import { type RootMemory, rememberRoots } from '@datacortex/importers/roots'
import { fetchRepository, isFolder, newestCommit } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** Says of followed repositories what commit they stand at now; moves them there only if that was asked for. */
export async function lookAtPinned(
  { paths, signal }: Pick<Work, 'paths' | 'signal'>,
  { memory, moves }: { memory: RootMemory; moves: boolean },
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const root of await memory.roots()) {
    const { pinned } = root
    if (pinned === undefined) continue
    const { address, commit } = pinned
    const look = async (): Promise<readonly Finding[]> => {
      const newest = await newestCommit(address, { signal })
      // Somebody may have tidied up: the same commit is fetched again.
      const isThere = await isFolder(root.path)
      const wanted = moves ? newest : commit
      if (isThere && wanted === newest && newest === commit) return []
      if (moves || !isThere) {
        const fetched = await fetchRepository(address, { commit: wanted, signal })
        await rememberRoots(paths, [{ ...root, path: fetched.folder, pinned: { address, commit: wanted } }], signal)
      }
      return wanted === newest ? [] : [newerFinding(address, { commit, newest })]
    }
    findings.push(
      ...(await look().catch((error: unknown) => {
        signal.throwIfAborted()
        return [{ ...findingOf(codedError(error), address), severity: 'warning' as const }]
      })),
    )
  }
  return findings
}

function newerFinding(address: string, { commit, newest }: { commit: string; newest: string }): Finding {
  return warningFinding('ROOT_NEWER', address, {
    message: `${address} stands at commit ${newest.slice(0, 12)} now; its agents here are those of ${commit.slice(0, 12)}.`,
    hint: 'datacortex agent sync --newest',
  })
}
