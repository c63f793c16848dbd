/** What stands for `{query}`, `{limit}`, `{model}` and `{api_key}` in a declarative entry. */
export type TemplateValues = {
  readonly query: string
  readonly limit: number
  readonly model?: string | undefined
  readonly api_key?: string | undefined
}

/** An address with its placeholders filled; what they stand for ends no parameter and leaves no part of the path. */
export function fillUrl(template: string, values: TemplateValues): string {
  // `.` and `..` would be resolved as parts of a path.
  return fill(template, values, (value) =>
    encodeURIComponent(value).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E')),
  )
}

export function fillHeader(template: string, values: TemplateValues): string {
  return fill(template, values, (value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]+/g, ' ').trim())
}

/** Values with the placeholders of all their texts filled in; a text that is nothing but `{limit}` becomes a number. */
export function fillValue(template: unknown, values: TemplateValues): unknown {
  if (template === '{limit}') return values.limit
  if (typeof template === 'string') return fill(template, values, (value) => value)
  if (Array.isArray(template)) return template.map((item: unknown) => fillValue(item, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillValue(value, values)]))
}

function fill(template: string, values: TemplateValues, escape: (value: string) => string): string {
  // One pass, so that a query may hold `{api_key}` and stays what it is.
  return template.replaceAll(/\{(query|limit|model|api_key)\}/g, (_, name: keyof TemplateValues) =>
    escape(String(values[name] ?? '')),
  )
}
