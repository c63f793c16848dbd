import { styleText } from 'node:util'

/** The few styles that the output uses. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/**
 * Styles text for a terminal; leaves it plain elsewhere and where `NO_COLOR` is set.
 *
 * @param text - What to show.
 * @param format - The style.
 * @param stream - Where it will be written.
 * @example process.stdout.write(style('done', 'green'))
 */
export function style(text: string, format: Style, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream, validateStream: true })
}
