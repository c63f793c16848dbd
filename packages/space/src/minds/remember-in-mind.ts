import type { Mind, RememberedPoint, RememberOptions } from '@datacortex/cognition'
import { whenCoded } from '@datacortex/errors'
import { dot, readSettings } from '@datacortex/platform'
import { splitList } from '../caller/split-list.ts'
import type { Work } from '../work.ts'
import { reflectWhenDue } from './reflect-when-due.ts'

type Asked = Pick<RememberOptions, 'text' | 'topic' | 'tags' | 'supersedes' | 'supersede' | 'visibility' | 'facts'> & {
  readonly log_only?: boolean | undefined
  readonly dry_run?: boolean | undefined
}

/** Keeps one text in the files of an agent: log, topic, index. */
export async function rememberInMind(
  work: Work,
  mind: Mind,
  { tags = [], log_only: logOnly, dry_run: dryRun = false, ...asked }: Asked,
): Promise<RememberedPoint & { readonly dry_run: boolean }> {
  const { paths, signal, openModel, onProgress } = work
  const { remember } = await import('@datacortex/cognition')
  const likeness = async (said: string, others: readonly string[]): Promise<readonly number[]> => {
    await using model = await openModel((await readSettings(paths)).embeddings, onProgress)
    const embedded = await model.embed([said, ...others], { signal }).catch(
      whenCoded(({ message }): readonly Float32Array[] => {
        work.onNote(`the topic is chosen by words alone: ${message}`)
        return []
      }),
    )
    const [own, ...vectors] = embedded
    return vectors.map((vector) => dot(vector, own))
  }
  const { text, topic, supersedes, supersede, visibility, facts } = asked
  const options = { text, topic, supersedes, supersede, visibility, facts, logOnly, tags: splitList(tags) }
  const kept = await remember(mind, { ...options, likeness, dryRun, signal })
  const due = dryRun ? [] : await reflectWhenDue(work, { agent: mind.agent, after: 'remember' })
  return { ...kept, findings: [...kept.findings, ...due], dry_run: dryRun }
}
