"""The messages and services of `rpc/proto/rpc.proto`, made from the file when they are asked for: nothing generated is kept."""

import sys
from pathlib import Path

import grpc

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "rpc" / "proto"), str(ROOT / "proto")]

rpc, stubs = grpc.protos_and_services("rpc.proto")
append = grpc.protos("append.proto")

SERVICES = [f"wiretax.rpc.{name}" for name in rpc.DESCRIPTOR.services_by_name]

HEALTH = "grpc.health.v1.Health"
# The messages of v1 are those of v1alpha; grpcio has code for the older name alone.
REFLECTION = "grpc.reflection.v1.ServerReflection"
REFLECTION_CALL = f"/{REFLECTION}/ServerReflectionInfo"
