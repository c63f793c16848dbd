import { extractClaims } from './extract-claims.ts'

type Case = (size: number) => () => unknown

/** What could begin a link, an emphasis or code again and again, before a claim. */
function claimBehind(mark: string): Case {
  return (size) => {
    const claim = 'It supplies 400 homes of Sellow with electricity since March of this year.'
    const text = `A ${mark.repeat(size)} b. ${claim}`
    return () => extractClaims({ sourceId: 'a', text }, { topic: 'homes of Sellow', limit: 5 })
  }
}

export const links: Case = claimBehind('[')
export const images: Case = claimBehind('![')
export const stars: Case = claimBehind('*a ')
export const underscores: Case = claimBehind('_')
export const code: Case = claimBehind('`')
export const wikiLinks: Case = claimBehind('[[')
