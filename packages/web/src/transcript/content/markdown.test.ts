import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.ts';

const html = (text: string, most?: number) =>
  renderToStaticMarkup(createElement(Markdown, most === undefined ? { text } : { text, most }));

describe('Markdown', () => {
  it('renders what people write', () => {
    expect(html('# A\n\nsome **bold** and `code`\n\n- one\n- [x] two\n\n```js\nlet a = "<b>";\n```')).toBe(
      '<div class="md"><p class="md-heading md-h1">A</p><p>some <strong>bold</strong> and <code>code</code></p>' +
        '<ul><li>one</li><li>☑ two</li></ul><pre class="md-code">let a = &quot;&lt;b&gt;&quot;;</pre></div>',
    );
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td><td>2</td>');
    expect(html('a &lt; b &amp;&amp; c')).toContain('a &lt; b &amp;&amp; c');
  });

  it.each([
    ['quotes', `${'> '.repeat(3000)}deep`],
    ['lists', `${'- '.repeat(3000)}deep`],
    ['brackets', `${'['.repeat(3000)}deep${']'.repeat(3000)}(x)`],
    ['stars', `${'*a '.repeat(3000)}deep`],
  ])('shows %s that are nested thousands deep as they are', (_name, text) => {
    expect(html(text)).toContain('deep');
  });

  it('shows HTML as text, in blocks and in lines', () => {
    const shown = html('<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)> y\n\n<svg onload=alert(1)></svg>');
    expect(shown).not.toMatch(/<(script|img|svg)/);
    expect(shown).toContain('&lt;script&gt;');
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('links to pages only, and says where they lead', () => {
    expect(html('[click](https://example.test/a)')).toContain(
      '<a href="https://example.test/a" rel="noopener noreferrer nofollow" target="_blank" title="https://example.test/a">click</a> (example.test)',
    );
    expect(html('[x](javascript:alert(1)) [y](data:text/html,z)')).not.toContain('<a');
    expect(html('[x](javascript:alert(1))')).toContain('x (javascript:alert(1))');
  });

  it('loads no picture', () => {
    const shown = html('![cat](https://tracker.test/p.png) ![](data:image/svg+xml,x)');
    expect(shown).not.toContain('<img');
    expect(shown).toContain('image: cat</a> (tracker.test)');
  });

  it('makes bidi controls visible', () => {
    expect(html('a\u202eb')).toContain('a\\u{202e}b');
  });

  it('makes a bounded number of elements of any text', () => {
    const texts = [
      Array.from({ length: 3000 }, (_, at) => `- item **${at}**`).join('\n'),
      Array.from({ length: 3000 }, (_, at) => `paragraph \`${at}\``).join('\n\n'),
      `|a|b|c|\n|-|-|-|\n${'|1|2|3|\n'.repeat(2000)}`,
      '*a* '.repeat(5000),
      '> '.repeat(800),
    ];
    for (const text of texts) expect(html(text).match(/<[a-z]/g)?.length ?? 0).toBeLessThan(340);
  });
});
