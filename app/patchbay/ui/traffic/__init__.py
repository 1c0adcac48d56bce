"""The JSON-RPC messages of one server."""

from patchbay.ui.traffic.page import TalkingSession, TrafficPage

__all__ = ["TalkingSession", "TrafficPage"]
