//! Just enough of the DevTools protocol: a browser, its pages, calls and events.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Chromium, if it is installed: what `CHROMIUM` names, or the first of the usual names on the path.
fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut all =
        std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    all.find(|file| file.is_file())
}

/// A browser without a window, and with a profile of its own that goes with it.
pub struct Browser {
    child: Child,
    address: String,
    profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one; `None`, and a line about it, where none is installed. `WIRETAX_REQUIRE_BROWSER=1` makes that a failure.
    pub fn start() -> Option<Browser> {
        let Some(program) = program() else {
            let required = std::env::var("WIRETAX_REQUIRE_BROWSER").is_ok_and(|value| value == "1");
            assert!(
                !required,
                "chromium is unavailable, and WIRETAX_REQUIRE_BROWSER is set"
            );
            println!("skipped: chromium is unavailable");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new(&program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
            ])
            .args([
                "--no-first-run",
                "--remote-debugging-port=0",
                "--hide-scrollbars",
            ])
            .args([
                "--disable-background-networking",
                "--disable-extensions",
                "--mute-audio",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = Vec::new();
        let mut lines = lines.map_while(Result::ok);
        let address = lines.by_ref().find_map(|line| {
            let address = line
                .strip_prefix("DevTools listening on ")
                .map(str::to_owned);
            said.push(line);
            address
        });
        let Some(address) = address else {
            let _ = child.kill();
            panic!("{} gave no address: {}", program.display(), said.join("\n"));
        };
        // What else it says is of no interest, but a full pipe would stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Browser {
            child,
            address,
            profile,
        })
    }

    /// A new empty page.
    pub fn page(&self) -> Page {
        let mut browser = Page::connect(&self.address);
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let id = target["targetId"].as_str().unwrap();
        let (host, _) = self.address.split_once("/devtools/").unwrap();
        let mut page = Page::connect(&format!("{host}/devtools/page/{id}"));
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page
    }

    /// A new page that shows a text as a file.
    pub fn open(&self, html: &str) -> Page {
        let mut page = self.page();
        page.show(&self.file(html));
        page
    }

    /// Writes a text where the browser can open it; its address.
    pub fn file(&self, html: &str) -> String {
        let count = std::fs::read_dir(self.profile.path()).unwrap().count();
        let path = self.profile.path().join(format!("page-{count}.html"));
        std::fs::write(&path, html).unwrap();
        format!("file://{}", path.display())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page, and what happened in it.
pub struct Page {
    socket: WebSocket<TcpStream>,
    calls: u64,
    /// Every event so far.
    pub events: Vec<Value>,
}

impl Page {
    fn connect(address: &str) -> Page {
        let host = address
            .strip_prefix("ws://")
            .unwrap()
            .split('/')
            .next()
            .unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(address, stream).unwrap();
        Page {
            socket,
            calls: 0,
            events: Vec::new(),
        }
    }

    fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("the browser answers in time") {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Calls a method and waits for its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let call = json!({"id": id, "method": method, "params": parameters}).to_string();
        self.socket.send(Message::text(call)).unwrap();
        loop {
            let message = self.next();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    /// Opens an address and waits until it is loaded.
    pub fn show(&mut self, address: &str) {
        let before = self.events.len();
        self.call("Page.navigate", json!({"url": address}));
        let loaded = |events: &[Value]| {
            events
                .iter()
                .any(|event| event["method"] == "Page.loadEventFired")
        };
        while !loaded(&self.events[before..]) {
            let event = self.next();
            self.events.push(event);
        }
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let found = self.call("Runtime.evaluate", asked);
        assert!(
            found["exceptionDetails"].is_null(),
            "{expression}: {}",
            found["exceptionDetails"]
        );
        found["result"]["value"].clone()
    }

    /// Sets the width of the window, in pixels.
    pub fn wide(&mut self, width: u32) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Sets the scheme that the reader prefers, `light` or `dark`.
    pub fn scheme(&mut self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Presses and lets go of a key.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let event =
                json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// What went wrong so far: exceptions, and errors and warnings of the console and the log.
    pub fn complaints(&self) -> Vec<&Value> {
        let bad = [
            "Runtime.exceptionThrown",
            "Runtime.consoleAPICalled",
            "Log.entryAdded",
        ];
        let bad = |event: &&Value| {
            event["method"]
                .as_str()
                .is_some_and(|method| bad.contains(&method))
        };
        self.events.iter().filter(bad).collect()
    }

    /// The addresses that were asked for.
    pub fn requests(&self) -> Vec<&str> {
        let asked = self
            .events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent");
        asked
            .filter_map(|event| event["params"]["request"]["url"].as_str())
            .collect()
    }

    /// Takes a picture of the whole page, or of the element that a selector finds.
    pub fn picture(&mut self, selector: &str, path: &Path) {
        let place = self.value(&format!(
            "(() => {{ const r = document.querySelector({selector:?}).getBoundingClientRect(); return \
             [r.left + scrollX, r.top + scrollY, r.width, Math.min(r.height, 4000)] }})()"
        ));
        let clip = json!({"x": place[0], "y": place[1], "width": place[2], "height": place[3], "scale": 1});
        self.capture(json!({"clip": clip, "captureBeyondViewport": true}), path);
    }

    /// Takes a picture of what the window shows.
    pub fn view(&mut self, path: &Path) {
        self.capture(json!({}), path);
    }

    fn capture(&mut self, how: Value, path: &Path) {
        let taken = self.call("Page.captureScreenshot", how);
        let bytes = STANDARD.decode(taken["data"].as_str().unwrap());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes.unwrap()).unwrap();
    }
}
