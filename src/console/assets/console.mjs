// What pages do beyond HTML. Without it everything works but passkeys, copying by a click and live lists.

// A page that was left by logging out is not shown again by the back button.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const words = document.body.dataset;

for (const element of document.querySelectorAll(
  'h1 + p [data-copy], .secret [data-copy], pre [data-copy], dl.thing dd [data-copy]:not(td *)',
)) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = words.copy ?? '';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(element.textContent ?? '').then(() => {
      button.textContent = words.copied ?? '';
    });
  });
  element.after(button);
}

// In tables an id is copied by a click on it, unless it is a link.
document.addEventListener('click', (event) => {
  const id = event.target instanceof Element ? event.target.closest('td [data-copy]') : null;
  if (id === null || id.closest('a') !== null) return;
  void navigator.clipboard.writeText(id.textContent ?? '').then(() => id.setAttribute('title', words.copied ?? ''));
});

// A form is sent once: the key in it makes a second time harmless, and the button says so.
document.addEventListener('submit', (event) => {
  if (event.target instanceof HTMLFormElement && event.target.method === 'post') {
    const form = event.target;
    form.setAttribute('aria-busy', 'true');
    setTimeout(() => form.querySelectorAll('button').forEach((button) => (button.disabled = true)));
  }
});

for (const form of document.querySelectorAll('[data-passkey]')) askDevice(form);

/** Lets the device answer a form: it makes a passkey, or signs with one. Then the form is sent. */
function askDevice(form) {
  if (typeof PublicKeyCredential === 'undefined' || !PublicKeyCredential.parseRequestOptionsFromJSON) return;
  const [button, note] = [form.querySelector('button'), form.querySelector('[role=alert]')];
  const options = JSON.parse(form.dataset.options);
  const asked = {
    create: () =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
    get: () => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  };
  button.disabled = false;
  button.addEventListener('click', (event) => {
    event.preventDefault();
    note.hidden = true;
    button.disabled = true;
    asked[form.dataset.passkey]()
      .then((passkey) => {
        form.elements.answer.value = JSON.stringify(passkey);
        form.submit();
      })
      .catch(() => {
        note.textContent = form.dataset.failed;
        note.hidden = false;
        button.disabled = false;
      });
  });
}

/** Milliseconds between two looks at a list that is followed. */
const lookEveryMs = 1_000;

for (const live of document.querySelectorAll('[data-follow]')) follow(live);

/** Loads the rows of the page again, at most once a second, whenever the ledger has new ones. */
function follow(live) {
  const [button, status] = [live.querySelector('button'), live.querySelector('[role=status]')];
  let timer = null;
  live.hidden = false;
  button.addEventListener('click', () => {
    button.hidden = true;
    status.textContent = live.dataset.following;
    const source = new EventSource(live.dataset.follow);
    const look = () => {
      timer ??= setTimeout(() => {
        timer = null;
        void showAgain();
      }, lookEveryMs);
    };
    // What came between the page and the stream is no event of the stream.
    source.addEventListener('open', look);
    for (const name of ['charge', 'entry', 'action', 'event']) source.addEventListener(name, look);
    const end = () => {
      source.close();
      status.textContent = live.dataset.ended;
    };
    source.addEventListener('end', end);
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && end());
  });
  if (location.hash === '#live') button.click();
}

async function showAgain() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const rows = page.querySelector('#answer');
  if (answer.ok && rows !== null) document.querySelector('#answer').replaceChildren(...rows.childNodes);
}
