import type { NamedSpeech, PodcastScript } from './script.ts'

/** A back end that can speak a script, with a voice for each speaker. */
export type Cast = NamedSpeech & { readonly voiceOf: ReadonlyMap<string, string> }

/** Which back ends can speak a script, without speaking; a language is never read with the voice of another. */
export async function chooseVoices(
  script: PodcastScript,
  { speech, signal }: { speech: readonly NamedSpeech[]; signal: AbortSignal },
): Promise<{ readonly casts: readonly Cast[]; readonly skipped: readonly string[] }> {
  const speakers = [...new Set(script.turns.map(({ speaker }) => speaker))]
  const casts: Cast[] = []
  const skipped: string[] = []
  for (const named of speech) {
    const state = await named.speech.state({ signal })
    if (!state.available) {
      skipped.push(`${named.name}: ${state.reason}`)
      continue
    }
    const voices = state.voices.filter(({ language }) => primary(language) === primary(script.language))
    if (voices.length === 0) skipped.push(`${named.name} has no voice for ${script.language}`)
    // More speakers than voices share them.
    else
      casts.push({
        ...named,
        voiceOf: new Map(speakers.map((speaker, at) => [speaker, voices[at % voices.length]?.id ?? ''])),
      })
  }
  return { casts, skipped }
}

function primary(language: string): string {
  return language.split(/[-_]/)[0]?.toLowerCase() ?? ''
}
