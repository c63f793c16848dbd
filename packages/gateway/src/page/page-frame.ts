import { html, raw } from 'hono/html'
import { pageStyle } from './page-style.ts'

/** A piece of a page, in which everything from outside is escaped. */
export type Piece = ReturnType<typeof html>

export type PageFrame = {
  readonly title: string
  /** Way to where the list of agents is: `./`, or `../../`. Relative, so that a path which a proxy put before stays. */
  readonly home: './' | '../../'
  readonly main: Piece
}

export async function pageFrame({ title, home, main }: PageFrame): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="ai-catalog" href="${home}.well-known/ai-catalog.json" />
          <title>${title.slice(0, mostOfTitle)} · datacortex</title>
          ${raw(`<style>${pageStyle}</style>`)}
        </head>
        <body>
          <header>
            <nav aria-label="Site"><a href="${home}">All agents</a> · <a href="${home}app/">Sign in</a></nav>
          </header>
          <main>${main}</main>
          <footer>
            <a href="${home}.well-known/ai-catalog.json">AI Catalog</a> ·
            <a href="${home}.well-known/agent-card.json">A2A card of the guide</a>
          </footer>
        </body>
      </html> `,
  )
}

const mostOfTitle = 200

/** What who has no token does not get here. */
export const needsToken =
  'To search these agents, or to run one, takes the bearer token of this server, so it is for programs.'

export async function noticePage({
  text,
  ...frame
}: Omit<PageFrame, 'main'> & { readonly text: string }): Promise<string> {
  const main = html`<h1 dir="auto" class="cut">${frame.title}</h1>
    <p role="status">${text}</p>`
  return await pageFrame({ ...frame, main })
}
