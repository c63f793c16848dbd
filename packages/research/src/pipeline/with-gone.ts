import { join } from 'node:path'
import { isThere } from '@datacortex/platform'
import type { ResearchResult } from './research-result.ts'

/** The result of a run that was done before, with its files that are gone: whoever deletes one means it. */
export async function withGone(result: ResearchResult, { root }: { readonly root: string }): Promise<ResearchResult> {
  const { summary_path: summary, report_path: report, script_path: script, audio_path: audio } = result
  const texts = [summary, report, script, audio].filter((path) => path !== undefined)
  const paths = [...texts, ...result.literature_notes, ...result.zettels]
  const verdicts = await Promise.all(paths.map(async (path) => await isThere(join(root, path))))
  const gone = paths.filter((_path, place) => verdicts[place] === false)
  return gone.length === 0 ? result : { ...result, gone }
}
