export const noteScheme = 'note:///'

/** Where a client finds a note. */
export function noteUri(path: string): string {
  return `${noteScheme}${path.split('/').map(encodeURIComponent).join('/')}`
}
