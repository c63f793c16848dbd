import { stopWords } from '@datacortex/text'

/** Whether a word says nothing about a topic, in English, German, French or Spanish, or belongs to the manners of chats. */
export function isFiller(word: string): boolean {
  return stopWords.has(word) || manners.has(word)
}

const manners: ReadonlySet<string> = new Set(
  `new old see use know want good time come long take first every going gone next often thing things think though used
using yes yeah okay thanks thank please sure hello hey really actually maybe lot something anything nothing someone
need needs try sounds great nice right back sorry i'm it's don't can't won't i'll i've that's let's we're you're
didn't doesn't isn't wasn't user assistant meine deine könnte viel wann warum immer wieder nichts ganz gut danke bitte
hallo okay mal eben halt nein beim zwischen leurs mon mes ton tes été fait faire peut très bien aussi comme tout tous
toute toutes quand même moins après avant merci oui non bonjour d'accord alors encore c'est j'ai qu'il está están eso
esto fue hay muy también todo todos toda todas cuando donde porque desde hasta hola gracias bueno vale sí puede pueden
tiene tienen hacer nos mis tus ella ellos nosotros ustedes algo nada cada`.split(/\s+/),
)
