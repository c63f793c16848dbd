/** RSS 2.0 with CDATA, escaped HTML, a relative address, and an entry without one. */
export const rss = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Tide news</title><link>https://tides.example/</link><description>All of it.</description>
<item><title>Spring &amp;amp; neap tides</title><link>https://tides.example/1?utm_source=feed</link>
  <description><![CDATA[<p>Ports <b>prepare</b> &amp; wait.</p>]]></description>
  <author>ada@tides.example (Ada Marsh)</author><pubDate>Mon, 06 May 2024 10:00:00 +0200</pubDate>
  <guid isPermaLink="false">n-1</guid></item>
<item><title>Ebb</title><link>/2</link><content:encoded>&lt;p&gt;No tides&lt;br/&gt;today.&lt;/p&gt;</content:encoded>
  <dc:creator>Bo Ebb</dc:creator><dc:date>2024-05-07T00:00:00Z</dc:date></item>
<item><title>Tides of May</title><guid>https://tides.example/3</guid><pubDate>Tue, 07 May 2024 10:00:00 GMT</pubDate></item>
<item><title>Tides without address</title><link>javascript:alert(1)</link><guid isPermaLink="false">n-4</guid></item>
<item><title/><description/></item>
<item><title>Low water</title><guid>n-6</guid></item>
</channel></rss>`

/** Atom with several links and XHTML. */
export const atom = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour</title><id>urn:h</id><updated>2024-05-08T00:00:00Z</updated>
<entry><id>urn:h:1</id><title type="html">Harbour &lt;i&gt;tides&lt;/i&gt;</title>
  <link rel="self" href="https://harbour.example/1.atom"/><link href="https://harbour.example/1"/>
  <published>2024-05-01</published><updated>2024-05-08T00:00:00Z</updated>
  <author><name>Cy Flow</name></author>
  <summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">High water at noon.</div></summary></entry>
</feed>`

/** RSS 1.0, in an old encoding. */
export const rdf = `<?xml version="1.0" encoding="iso-8859-1"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://old.example/"><title>Old</title></channel>
<item rdf:about="https://old.example/1"><title>Tides f\u00fcr alle</title><link>https://old.example/1</link></item>
</rdf:RDF>`

/** No feed has an entry. */
export const emptyFeed = '<rss version="2.0"><channel><title>Nothing</title></channel></rss>'
