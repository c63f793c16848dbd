import { textLanguage } from '../podcast/text-language.ts'

/** The language in which a script is spoken, and what of it is in another one. */
export type SpokenLanguage = { readonly language: string; readonly problems: readonly string[] }

/** The language of most findings; English, in which a script asks its questions, if they say too little to tell. */
export function spokenLanguage(findings: readonly { readonly text: string }[]): SpokenLanguage {
  const counts = new Map<string, number>()
  for (const { text } of findings) {
    const language = textLanguage(text)
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language] = ['en'], ...others] = [...counts].toSorted((a, b) => b[1] - a[1])
  const problems = others.map(([other, count]) => {
    const findingsOf = count === 1 ? '1 finding is' : `${count} findings are`
    const named = other === 'und' ? 'a language that was not recognised' : other
    return `${findingsOf} in ${named}, in a podcast for voices that speak ${language}`
  })
  return { language, problems }
}
