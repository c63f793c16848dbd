import { wordSet } from '@datacortex/text'
/** Elements that stand in a line of text; all others begin a new one. */
export const inlineElements: ReadonlySet<string> = wordSet(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark output q ruby rb rp rt s samp small span strike strong sub sup time tt u var wbr',
)
