/** What stands in a field of a form; empty if it is no text. */
export function fieldOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
