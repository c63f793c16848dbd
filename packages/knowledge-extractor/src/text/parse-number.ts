/** How the text of a number parts thousands and decimals; undefined if that can't be told. */
export type Separators = 'point for decimals' | 'comma for decimals' | undefined

/** How a text writes numbers, told by the small words of its language. */
export function separatorsOf(text: string): Separators {
  if (!/\d[.,]\d{3}(?!\d)/.test(text)) return undefined
  const [english, continental] = [text.match(englishWords)?.length ?? 0, text.match(continentalWords)?.length ?? 0]
  if (english === continental) return undefined
  return english > continental ? 'point for decimals' : 'comma for decimals'
}

const englishWords =
  /(?<![\p{L}\p{N}])(?:the|of|and|is|are|was|were|with|has|have|had|by|for|from|that|it|its|to|at|about)(?!\p{L})/giu
const continentalWords =
  /(?<![\p{L}\p{N}])(?:der|die|das|den|dem|des|und|ist|sind|ein|eine|mit|von|im|auf|für|wird|hat|rund|etwa|zu|bis|el|los|las|una|del|que|con|por|mide|tiene|es|il|di|della|och|het|een|van)(?!\p{L})/giu

/** The value of a number in digits. Gives undefined if it is no number, or could be two. */
export function parseNumber(written: string, separators: Separators): number | undefined {
  const digits = written.replaceAll(/['’\u00A0\u202F]/g, '')
  const marks = digits.replaceAll(/\d/g, '')
  if (/[.,]{2}/.test(digits) || marks.length > 4) return undefined
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return Number(digits)
  const decimal = Number(`${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`)
  if (/^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(digits)) {
    const grouped = Number(digits.replaceAll(/[.,]/g, ''))
    if (marks.length > 1) return grouped
    // One point before three digits is a decimal in English and parts thousands in German.
    if (marks === '.')
      return separators === undefined ? undefined : separators === 'point for decimals' ? decimal : grouped
    return separators === 'comma for decimals' ? decimal : grouped
  }
  return marks.length > 1 && marks[0] === marks.at(-1) ? undefined : decimal
}
