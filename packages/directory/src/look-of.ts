import { foldedId, plainLetters } from '@datacortex/registry'

/** Letters of other scripts that are drawn as Latin ones, each before its double. */
const doubles = new Map(
  'аa еe оo рp сc уy хx іi ѕs јj ԁd ɡg һh ԛq ԝw οo αa νv ρp τt υu κk ιi ｏo'
    .split(' ')
    .map(([one = '', as = '']) => [one, as]),
)

/** How a name looks: two that look the same may be taken for each other. */
export function lookOf(name: string): string {
  const folded = foldedId(plainLetters(name.normalize('NFKC')))
  return folded.replaceAll(/./gu, (letter) => doubles.get(letter) ?? letter)
}
