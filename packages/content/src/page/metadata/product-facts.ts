import { type StructuredThing, textOf } from './structured-data.ts'

/** What a page tells machines of its product, as rows of a table and a text. */
export type ProductFacts = {
  readonly description?: string | undefined
  readonly rows: readonly (readonly [name: string, value: string])[]
}

// https://schema.org/Product
/** The facts of the product that a page is about, by schema.org's words. A page with several products has none. */
export function productFacts(things: readonly StructuredThing[]): ProductFacts {
  const products = things.filter(({ types, fields }) => types.includes('Product') && 'name' in fields)
  const [product] = products
  if (product === undefined || products.length > 1) return { rows: [] }
  const { fields } = product
  const [offer = {}] = things
    .filter(({ types }) => types.includes('Offer') || types.includes('AggregateOffer'))
    .map((thing) => thing.fields)
  const price = textOf(offer['price']) ?? textOf(offer['lowPrice'])
  const rows = [
    ['Name', textOf(fields['name'])],
    ['Brand', textOf(fields['brand'])],
    ['Price', price === undefined ? undefined : `${price} ${textOf(offer['priceCurrency']) ?? ''}`.trim()],
    ['Availability', textOf(offer['availability'])?.replace(/^.*\//, '')],
    ['SKU', textOf(fields['sku'])],
  ] as const
  return {
    description: textOf(fields['description']),
    rows: rows.flatMap(([name, value]) => (value === undefined || value.length > 300 ? [] : [[name, value] as const])),
  }
}
