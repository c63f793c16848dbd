import { proseAddresses } from './prose-addresses.ts'

type Case = (size: number) => () => unknown

/** What follows the beginning of an address, again and again. */
function addressAnd(repeated: string): Case {
  return (size) => {
    const text = `https://a.example/${repeated.repeat(size)}`
    return () => proseAddresses(text)
  }
}

export const closingBrackets: Case = addressAnd(')')
export const openingBrackets: Case = addressAnd('(.')
export const emphasis: Case = addressAnd('* ')
export const addressesWithoutBlank: Case = addressAnd('https://a/')
export const emphasisedAddresses: Case = addressAnd('/x https://a/ ')

/** One line with many addresses. */
export const manyAddresses: Case = addressAnd('bees/ https://a.example/')
