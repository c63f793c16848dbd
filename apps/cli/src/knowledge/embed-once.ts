import type { Embed } from '@datacortex/knowledge-extractor/text'

/**
 * Embeds each text once: in a batch, the same sentence is summary, idea and claim, and the same notes are near to many.
 *
 * @param embed - What is asked for texts that are new.
 * @example const embed = embedOnce(async (texts, options) => await embedder.embed(texts, options))
 */
export function embedOnce(embed: Embed): Embed {
  const known = new Map<string, Awaited<ReturnType<Embed>>[number]>()
  return async (texts, options) => {
    const fresh = [...new Set(texts)].filter((text) => !known.has(text))
    const vectors = fresh.length === 0 ? [] : await embed(fresh, options)
    const own = new Map(fresh.map((text, place) => [text, vectors[place]]))
    // What is asked for now is answered also if it is dropped to make room.
    const answer = texts.flatMap((text) => own.get(text) ?? known.get(text) ?? [])
    if (known.size + fresh.length > mostKept) known.clear()
    for (const [text, vector] of own) if (vector !== undefined) known.set(text, vector)
    return answer
  }
}

/** Vectors of 1.5 kB. */
const mostKept = 4000
