import type { ScriptTurn } from '../synthesis/render-script.ts'
import type { Synthesis } from '../synthesis/types.ts'
import type { RunInProgress } from './run-in-progress.ts'
import { paidSpeech } from './paid-speech.ts'
import type { ResearchFiles } from './research-files.ts'
import type { RunAudio } from './research-ports.ts'
import { spokenLanguage } from './spoken-language.ts'

/** Speaks the script of a run. Without a voice the script is all there is, and the result says so. */
export async function makePodcast(
  turns: readonly ScriptTurn[],
  {
    files,
    findings,
    config,
    ports,
    run,
    budget,
    signal,
  }: RunInProgress & { readonly files: ResearchFiles; readonly findings: Synthesis['findings'] },
): Promise<RunAudio> {
  if (turns.length === 0) return { problems: [] }
  if (ports.speak === undefined) return { problems: ['there is a script and no audio: no speech back end is there'] }
  ports.onProgress?.({ run: run.record.id, phase: 'audio', done: 0, total: turns.length, subject: files.audio })
  const { language, problems } = spokenLanguage(findings)
  const audio = await ports.speak(turns, {
    path: files.audio,
    title: config.topic,
    language,
    paid: (speech) => paidSpeech(speech, { run, budget, signal }),
    signal,
  })
  return { ...audio, problems: [...audio.problems, ...(audio.path === undefined ? [] : problems)] }
}
