import { whenCoded } from '@datacortex/errors'
import { textLanguage } from '@datacortex/text'
import type { ScriptTurn } from '../synthesis/render-script.ts'
import { paidSpeech } from './paid-speech.ts'
import type { ResearchFiles } from './research-files.ts'
import type { RunAudio, RunInProgress } from './research-ports.ts'
import { withinTime } from './within-time.ts'

const tooLate: RunAudio = { problems: ['there is a script and no audio: the time of the night was over'] }

/** Speaks the script of a run. Without a voice the script is all there is, and the result says so. */
export async function makePodcast(
  turns: readonly ScriptTurn[],
  options: RunInProgress & { readonly files: ResearchFiles; readonly findings: readonly { readonly text: string }[] },
): Promise<RunAudio> {
  const { files, findings, config, ports, run, signal } = options
  if (turns.length === 0) return { problems: [] }
  if (ports.speak === undefined) return { problems: ['there is a script and no audio: no speech back end is there'] }
  ports.onProgress?.({ run: run.record.id, phase: 'audio', done: 0, total: turns.length, subject: files.audio })
  const { language, problems } = spokenLanguage(findings)
  const { speak } = ports
  const spoken = async (within: AbortSignal): Promise<RunAudio> =>
    await speak(turns, {
      path: files.audio,
      title: config.topic,
      language,
      paid: (speech) => paidSpeech(speech, options),
      signal: within,
    })
  // A night has to be over in the morning; a person who asked waits for the voices.
  const audio =
    config.queue === undefined
      ? await spoken(signal)
      : await withinTime(spoken, options).catch(whenCoded(() => tooLate, 'RESEARCH_TIME_OVER'))
  return { ...audio, problems: [...audio.problems, ...(audio.path === undefined ? [] : problems)] }
}

/** The language of most findings; English, in which a script asks its questions, if they say too little to tell. */
export function spokenLanguage(findings: readonly { readonly text: string }[]) {
  const groups = Map.groupBy(
    findings.flatMap(({ text }) => textLanguage(text) ?? []),
    (language) => language,
  )
  const [[language] = ['en'], ...others] = [...groups].toSorted((a, b) => b[1].length - a[1].length)
  const problems = others.map(([other, { length: count }]) => {
    const findingsOf = count === 1 ? '1 finding is' : `${count} findings are`
    const named = other === 'und' ? 'a language that was not recognised' : other
    return `${findingsOf} in ${named}, in a podcast for voices that speak ${language}`
  })
  return { language, problems }
}
