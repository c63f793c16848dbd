import { sha256 } from '@datacortex/platform'
import type { Snapshot } from '../claims/evidence.ts'
import { renderReport } from '../synthesis/render-report.ts'
import { type ScriptTurn, renderScript } from '../synthesis/render-script.ts'
import { type RenderOptions, renderSummary } from '../synthesis/render-summary.ts'
import type { Synthesis } from '../synthesis/types.ts'
import type { RunInProgress } from './research-ports.ts'
import type { ResearchFiles } from './research-files.ts'

export type TextsOptions = RenderOptions & {
  readonly files: ResearchFiles
  readonly synthesis: Synthesis
  readonly snapshots: readonly Snapshot[]
}

export async function writeTexts({ files, synthesis, ...options }: TextsOptions, progress: RunInProgress) {
  const { run, config } = progress
  const title = config.topic.replaceAll(/\s+/g, ' ').trim()
  await put(
    files.summary,
    marked(renderSummary(synthesis, options), { type: 'research-summary', title, run }),
    progress,
  )
  if (files.report !== undefined)
    await put(files.report, marked(renderReport(synthesis, options), { type: 'research-report', title, run }), progress)
  if (!config.podcast) return []
  return await writeScript(renderScript(synthesis, options), { files, title, progress })
}

/** Writes what is spoken beside the other texts; the turns again. */
export async function writeScript(
  turns: readonly ScriptTurn[],
  { files, title, progress }: { files: ResearchFiles; title: string; progress: RunInProgress },
): Promise<readonly ScriptTurn[]> {
  const script = turns.map(({ speaker, text }) => `**${speaker}:** ${text}`).join('\n\n')
  const spoken = `# ${title}\n\n${script}\n`
  await put(files.script, marked(spoken, { type: 'podcast-script', title, run: progress.run }), progress)
  return turns
}

/** Says in the front matter whose text it is, and that it comes from outside. */
function marked(text: string, { type, title, run }: { type: string; title: string; run: RunInProgress['run'] }) {
  const { id, createdAt } = run.record
  const own = [`created: ${createdAt}`, `research: ${id}`, 'taint: external', '']
  if (text.startsWith('---\n')) return `---\n${own.join('\n')}${text.slice(4)}`
  return ['---', `title: ${JSON.stringify(title)}`, `type: ${type}`, ...own].join('\n') + `---\n\n${text}`
}

/** Written over only if it is what this run wrote before. */
async function put(path: string, text: string, { ports, run, signal }: RunInProgress): Promise<void> {
  const before = await ports.readFile(path)
  const isOwn = before !== undefined && before.includes(`\nresearch: ${run.record.id}\n`)
  const expected = before !== undefined && isOwn ? sha256(before) : 'absent'
  await ports.writes.write({ path, text: text.endsWith('\n') ? text : `${text}\n`, expected }, { signal })
}
