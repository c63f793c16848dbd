/** A page as the service gives it. */
export function jinaAnswer(fields: Readonly<Record<string, unknown>>): Response {
  const data = {
    title: 'Why tides rise &amp; fall',
    description: 'About the moon.',
    url: 'https://www.tides.example/why',
    content: '# Tides\n\nThe moon pulls.\n',
    publishedTime: 'Mon, 06 May 2024 10:00:00 +0200',
    usage: { tokens: 12 },
    ...fields,
  }
  return Response.json({ code: 200, status: 20000, data })
}
