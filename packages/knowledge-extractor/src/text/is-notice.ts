/** Whether a sentence tells readers on what terms a page is there: who pays for it, and what they agree to. */
export function isNotice(sentence: string): boolean {
  const start = sentence.replace(/^[^\p{L}]+/u, '').slice(0, mostCharacters)
  return notices.some((notice) => notice.test(start))
}

const mostCharacters = 300
const notices: readonly RegExp[] = [
  /^(?:this|our|some|these) (?:post|page|article|site|website|blog|story|shop|video|links?)\b[^.]{0,80}\b(?:affiliate|referral|sponsored|compensated)\b/i,
  /^(?:we|i) (?:may|might|can|will)?\b[^.]{0,20}\b(?:earn|receive|get)\b[^.]{0,40}\bcommissions?\b/i,
  /^as an? \w+ (?:associate|affiliate)\b/i,
  /^(?:we|our (?:web)?site|this (?:web)?site)\b[^.]{0,30}\bcookies\b/i,
  /^by (?:using|continuing|clicking|entering|submitting|subscribing|signing)\b[^.]{0,80}\byou (?:\w+ ){0,3}(?:agree|accept|consent)\b/i,
  /^dieser? (?:beitrag|artikel|seite|post)\b[^.]{0,60}\b(?:affiliate|werbung|provision|werbelinks?)/i,
  /^(?:wir|diese (?:web)?seite) (?:verwende[nt]|nutz(?:en|t)|setz(?:en|t))\b[^.]{0,30}\bcookies\b/i,
]
