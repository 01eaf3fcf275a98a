/** A bare node:http server that sends the pages of a file, each as it was recorded. The file begins with their lengths. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const file = readFileSync(process.argv[2]);
const head = file.indexOf(10);
const pages = [];
let at = head + 1;
for (const bytes of JSON.parse(file.subarray(0, head).toString())) {
  pages.push(file.subarray(at, at + bytes));
  at += bytes;
}
const server = createServer((request, response) => {
  const page = pages[Number(request.url.slice(1)) % pages.length];
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': page.length });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (message) => {
  if (message === 'usage') process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), peak: 0 });
  else process.exit();
});
// Whoever measures is gone.
process.on('disconnect', () => process.exit());
